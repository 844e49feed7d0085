import { listIn } from "@gatehouse/contract/collections";
import {
  type DeviceQuality,
  deviceQualityEndpoints,
  type LookAlikePair,
  lookAlikeEndpoints,
} from "@gatehouse/contract/entities/data-quality";
import { lookAlikeErrors } from "@gatehouse/contract/entities/data-quality.messages";
import type { DriftLevel, LookAlikeRequirement } from "@gatehouse/contract/events/read-quality";
import { differences, isLookAlike } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { startOfHour } from "@gatehouse/engine/data-quality/read-quality";
import { sql } from "kysely";
import { loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { loadConfusions } from "./confusion.store.ts";

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
async function listLookAlikes(db: ReadDb): Promise<{ pairs: LookAlikePair[]; isTruncated: boolean }> {
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
const orderPair = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

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

const shownMs = 23 * 3_600_000;
const maxConfusions = 10;

type Camera = DeviceQuality["cameras"][number];

/** The clock of a device and the read quality of its cameras in the last 24 hours. */
async function loadDeviceQuality(db: ReadDb, deviceId: number, now: Date): Promise<DeviceQuality> {
  const device = await db.selectFrom("ai_devices").select("id").where("id", "=", deviceId).executeTakeFirst();
  if (!device) throw httpError("record/not-found");
  const since = startOfHour(new Date(now.getTime() - shownMs));
  const cameras = await db
    .selectFrom("cameras")
    .select(["id", "name"])
    .where("aiDeviceId", "=", deviceId)
    .orderBy("name")
    .execute();
  const ids = cameras.map(({ id }) => id);
  const [clock, hours, confusions] = await Promise.all([
    loadClock(db, deviceId),
    loadHours(db, ids, since),
    loadConfusions(db, ids),
  ]);
  return {
    clock,
    cameras: cameras.map(
      ({ id, name }): Camera => ({
        id,
        name,
        hours: [...listIn(hours, id)],
        confusions: listIn(confusions, id)
          .slice(0, maxConfusions)
          .map(({ count: _, ...confusion }) => confusion),
      }),
    ),
  };
}

async function loadClock(db: ReadDb, deviceId: number): Promise<DeviceQuality["clock"]> {
  const row = await db
    .selectFrom("device_clocks")
    .select(["driftMs", "level", "sampledAt", "offsets"])
    .where("deviceId", "=", deviceId)
    .executeTakeFirst();
  if (!row || row.driftMs === null) return null;
  const { driftMs, level, sampledAt, offsets } = row;
  return { driftMs, level: level as DriftLevel, samples: offsets.length, sampledAt };
}

/** The hours of cameras, the newest first; corrections are counted in the hour of their event's arrival or time. */
async function loadHours(db: ReadDb, ids: readonly number[], since: Date): Promise<Map<number, Camera["hours"]>> {
  const { rows } = await sql<Camera["hours"][number] & { cameraId: number }>`
    with corrected as (
      select "cameraId", date_trunc('hour', "occurredAt") as hour, count(distinct "eventId") as corrections
      from event_corrections where "cameraId" = any(${[...ids]}::integer[]) and "occurredAt" >= ${since}
      group by 1, 2
    )
    select "cameraId", hour, coalesce(h.reads, 0) as reads, coalesce(h.passages, 0) as passages,
      coalesce(h."withConfidence", 0) as "withConfidence", coalesce(h."lowConfidence", 0) as "lowConfidence",
      coalesce(c.corrections, 0) as corrections, coalesce(h.verified, 0) as verified, coalesce(h.misreads, 0) as misreads
    from (select * from camera_hours where "cameraId" = any(${[...ids]}::integer[]) and hour >= ${since}) h
    full join corrected c using ("cameraId", hour)
    order by hour desc`.execute(db);
  const grouped = Map.groupBy(rows, ({ cameraId }) => cameraId);
  return new Map([...grouped].map(([id, list]) => [id, list.map(({ cameraId: _, ...hour }) => hour)]));
}

/** Look-alike plates and what they require. */
export const lookAlikeRoutes = handle(lookAlikeEndpoints, {
  "GET /access/look-alikes": ({ read }) => listLookAlikes(read),
  "PUT /access/look-alikes": ({ body: { requirement, ...plates }, write }) =>
    write(async (tx) => {
      const [first, second] = [normalizeIdentifier(plates.one), normalizeIdentifier(plates.other)];
      await rejectUnregistered(tx, "one", first);
      await rejectUnregistered(tx, "other", second);
      if (!isLookAlike(first, second)) throw fieldError("other", lookAlikeErrors.notAlike);
      const [one, other] = orderPair(first, second);
      if (requirement === "none") {
        await tx.deleteFrom("access_look_alikes").where("one", "=", one).where("other", "=", other).execute();
      } else {
        await tx
          .insertInto("access_look_alikes")
          .values({ one, other, requirement })
          .onConflict((conflict) =>
            conflict
              .columns(["one", "other"])
              .doUpdateSet({ requirement, version: sql`access_look_alikes.version + 1` }),
          )
          .execute();
      }
      return { one, other, requirement };
    }),
});

const fieldError = (path: string, message: string) =>
  httpError("request/invalid", { message, errors: [{ path, message }] });

async function rejectUnregistered(tx: Tx, path: string, plate: string): Promise<void> {
  const found = await tx
    .selectFrom("identifiers")
    .select("id")
    .where("iidNormalized", "=", plate)
    .where("type", "=", "LICENSE_PLATE")
    .limit(1)
    .executeTakeFirst();
  if (!found) throw fieldError(path, lookAlikeErrors.notRegistered);
}

/** The clock and the read quality of a device. */
export const deviceQualityRoutes = ({ clock }: Services) =>
  handle(deviceQualityEndpoints, {
    "GET /ai-devices/{id}/data-quality": async ({ params, person, read }) => {
      const quality = await loadDeviceQuality(read, params.id, clock.now());
      const access = await loadGateAccess(read, person.gateIds);
      // A device may have cameras at gates of others.
      return { ...quality, cameras: quality.cameras.filter(({ id }) => access.may("cameras", id, "visible")) };
    },
  });
