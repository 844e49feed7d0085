import { listIn } from "@gatehouse/contract/collections";
import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import type { PlateSuggestion } from "@gatehouse/contract/events/plate-correction";
import { suggestionReason, suggestPlates } from "@gatehouse/engine/data-quality/confusions";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { loadConfusions } from "./confusion.store.ts";

const maxSuggestions = 3;

/**
 * The registered plates that an unknown one probably is. Computed when a person looks at the event, so no
 * decision can depend on it.
 */
export async function suggestForEvent(
  db: ReadDb,
  { trace, cameraId }: { trace: Pick<DecisionTrace, "read" | "reasonCode">; cameraId: number | null },
): Promise<PlateSuggestion[]> {
  const { read } = trace;
  if (trace.reasonCode !== "deny.unknown" || read?.type !== "LICENSE_PLATE") return [];
  const learned = cameraId === null ? [] : listIn(await loadConfusions(db, [cameraId]), cameraId);
  const suggested = suggestPlates(read.normalized, learned);
  const registered = await findRegistered(
    db,
    "LICENSE_PLATE",
    suggested.map(({ plate }) => plate),
  );
  return suggested
    .flatMap((suggestion): PlateSuggestion[] => {
      const found = registered.get(suggestion.plate);
      if (!found) return [];
      return [{ ...found, reason: suggestionReason(suggestion), isLearned: suggestion.isLearned }];
    })
    .slice(0, maxSuggestions);
}

/** An unregistered plate or tag, and the cameras that read it. */
interface UnknownRead {
  readonly read: string;
  readonly cameraIds: readonly number[];
}

/** The registered plate or tag that each of some unregistered ones most likely is, as registered. */
export async function suggestForReads(
  db: ReadDb,
  type: IdentifierType,
  reads: readonly UnknownRead[],
): Promise<Map<string, Pick<PlateSuggestion, "lp" | "owner">>> {
  const learned = await loadConfusions(db, [...new Set(reads.flatMap(({ cameraIds }) => cameraIds))]);
  const suggested = reads.map(({ read, cameraIds }) => {
    const confusions = cameraIds.flatMap((id) => listIn(learned, id));
    return { read, plates: suggestPlates(read, confusions).map(({ plate }) => plate) };
  });
  const sought = new Set(suggested.flatMap(({ plates }) => plates));
  const registered = await findRegistered(db, type, [...sought]);
  return new Map(
    suggested.flatMap(({ read, plates }) => {
      const found = plates.map((plate) => registered.get(plate)).find((one) => one !== undefined);
      return found ? [[read, found] as const] : [];
    }),
  );
}

/** Plates or tags of identifiers, of reservations and of passes. */
async function findRegistered(
  db: ReadDb,
  type: IdentifierType,
  plates: readonly string[],
): Promise<Map<string, Pick<PlateSuggestion, "lp" | "owner">>> {
  if (plates.length === 0) return new Map();
  const sought = sql`${[...plates]}::text[]`;
  const [shown, normalized] = (type === "RFID" ? ["rfid", "rfidNormalized"] : ["lp", "lpNormalized"]).map((name) =>
    sql.ref(name),
  );
  const { rows } = await sql<{ plate: string; lp: string; owner: string | null }>`
    select ${normalized} as plate, ${shown} as lp, name as owner from access_passes
      where ${normalized} = any(${sought}) and "validTo" > now()
    union all
    select ${normalized}, ${shown}, nullif(concat_ws(' ', "driverFirstName", "driverLastName"), '') from reservations
      where ${normalized} = any(${sought}) and "validTo" > now()
    union all
    select "iidNormalized", iid, "ownerName" from identifiers
      where "iidNormalized" = any(${sought}) and type = ${type}`.execute(db);
  return new Map(rows.map(({ plate, lp, owner }) => [plate, { lp, owner }]));
}
