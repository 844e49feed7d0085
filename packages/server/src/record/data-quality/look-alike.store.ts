import type { LookAlikePair } from "@gatehouse/contract/entities/data-quality";
import type { LookAlikeRequirement } from "@gatehouse/contract/events/read-quality";
import { differences, isLookAlike } from "@gatehouse/contract/fields/confusable";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";

/** The page shows the most read pairs; a site with more has other problems. */
const maxPairs = 500;

/** Groups of plates with the same search key that are compared at most. */
const maxGroups = 5_000;

/** Plates of a group that are compared at most: each with each other. */
const maxGroupSize = 50;

interface PlateRow {
  normalized: string;
  iid: string;
  ownerName: string | null;
  reads: number;
  lastReadAt: string | null;
}

/** The pairs of registered plates one confusable character apart, the most read first. */
export async function listLookAlikes(db: ReadDb): Promise<{ pairs: LookAlikePair[]; isTruncated: boolean }> {
  const groups = await findGroups(db);
  const found = groups.flatMap(toPairs);
  const plates = await loadPlates(db, [...new Set(found.flat())]);
  const requirements = await loadRequirements(db);
  const pairs = found
    .flatMap(([one, other]): LookAlikePair[] => {
      const [first, second] = [plates.get(one), plates.get(other)];
      const place = differences(one, other)?.[0];
      if (!first || !second || !place) return [];
      const requirement = requirements.get(`${one} ${other}`) ?? "none";
      return [{ one: first, other: second, position: place.position, requirement }];
    })
    .sort((one, other) => readsOf(other) - readsOf(one));
  const isCut = groups.length === maxGroups || groups.some(({ length }) => length === maxGroupSize);
  return { pairs: pairs.slice(0, maxPairs), isTruncated: pairs.length > maxPairs || isCut };
}

const readsOf = ({ one, other }: LookAlikePair) => one.reads + other.reads;

/** One pass over the index `identifiers_look`, which has the plates in the order of their search key. */
async function findGroups(db: ReadDb): Promise<string[][]> {
  const { rows } = await sql<{ plates: string[] }>`
    with shared as (
      select look_of("iidNormalized") as look from identifiers where type = 'LICENSE_PLATE'
      group by 1 having min("iidNormalized" collate "C") <> max("iidNormalized" collate "C")
      limit ${maxGroups}
    )
    select (array_agg(distinct i."iidNormalized"))[1:${sql.lit(maxGroupSize)}] as plates
    from shared s join identifiers i on look_of(i."iidNormalized") = s.look and i.type = 'LICENSE_PLATE'
    group by s.look`.execute(db);
  return rows.map(({ plates }) => plates);
}

const toPairs = (plates: readonly string[]): [string, string][] =>
  plates.flatMap((plate, index) =>
    plates
      .slice(index + 1)
      .filter((other) => isLookAlike(plate, other))
      .map((other) => orderPair(plate, other)),
  );

/** A pair as it is stored: ordered by code points. */
export const orderPair = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

async function loadPlates(db: ReadDb, plates: readonly string[]): Promise<Map<string, PlateRow>> {
  const { rows } = await sql<PlateRow>`
    select distinct on (i."iidNormalized") i."iidNormalized" as normalized, i.iid, i."ownerName",
      coalesce(r.reads, 0) as reads, r."lastReadAt"
    from identifiers i left join plate_reads r on r.plate = i."iidNormalized"
    where i."iidNormalized" = any(${[...plates]}::text[]) and i.type = 'LICENSE_PLATE'
    order by i."iidNormalized", i.id`.execute(db);
  return new Map(rows.map((row) => [row.normalized, row]));
}

async function loadRequirements(db: ReadDb): Promise<Map<string, LookAlikeRequirement>> {
  const rows = await db.selectFrom("access_look_alikes").select(["one", "other", "requirement"]).execute();
  return new Map(rows.map(({ one, other, requirement }) => [`${one} ${other}`, requirement as LookAlikeRequirement]));
}
