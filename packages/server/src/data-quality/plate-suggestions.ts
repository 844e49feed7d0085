import type { DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { PlateSuggestion } from "@gatehouse/contract/events/plate-correction";
import { suggestionReason, suggestPlates } from "@gatehouse/engine/data-quality/confusions";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import { loadConfusions } from "./confusion.store.ts";

const maxSuggestions = 3;

/**
 * RULE-10: the registered plates that an unknown one probably is. Computed when a person looks at the event, so no
 * decision can depend on it.
 */
export async function suggestForEvent(
  db: ReadDb,
  { trace, cameraId }: { trace: DecisionTrace; cameraId: number | null },
): Promise<PlateSuggestion[]> {
  const { read } = trace;
  if (trace.reasonCode !== "deny.unknown" || read?.type !== "LICENSE_PLATE") return [];
  const learned = cameraId === null ? [] : ((await loadConfusions(db, [cameraId])).get(cameraId) ?? []);
  const suggested = suggestPlates(read.normalized, learned);
  const registered = await findRegistered(
    db,
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

/** Plates of identifiers, of reservations and of passes. */
async function findRegistered(
  db: ReadDb,
  plates: readonly string[],
): Promise<Map<string, Pick<PlateSuggestion, "lp" | "owner">>> {
  if (plates.length === 0) return new Map();
  const sought = sql`${[...plates]}::text[]`;
  const { rows } = await sql<{ plate: string; lp: string; owner: string | null }>`
    select "lpNormalized" as plate, lp, name as owner from access_passes
      where "lpNormalized" = any(${sought}) and "validTo" > now()
    union all
    select "lpNormalized", lp, nullif(concat_ws(' ', "driverFirstName", "driverLastName"), '') from reservations
      where "lpNormalized" = any(${sought}) and "validTo" > now()
    union all
    select "iidNormalized", iid, "ownerName" from identifiers
      where "iidNormalized" = any(${sought}) and type = 'LICENSE_PLATE'`.execute(db);
  return new Map(rows.map(({ plate, lp, owner }) => [plate, { lp, owner }]));
}
