import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { ReadDb } from "../platform/database/database.ts";
import { type GateLimit, loadGateAccess } from "../platform/http/gate-access.ts";

/** Modules whose events come from sensors; those of the others come from cameras. */
const sensorScopes: Partial<Record<EventModule, "ac" | "loop">> = { RFID_ACCESS_CONTROL: "ac", LOOP_DETECTOR: "loop" };

/**
 * EVT-1: the configured sources of a module's events by name. ROLE-3: only those at a person's gates, because they see no
 * events of the others.
 */
export async function listSources(db: ReadDb, module: EventModule, gateIds: GateLimit): Promise<string[]> {
  const scope = sensorScopes[module];
  const sources = scope
    ? await db.selectFrom("sensors").select(["id", "name"]).where("scope", "=", scope).execute()
    : await db.selectFrom("cameras").select(["id", "name"]).where("module", "=", module).execute();
  const access = await loadGateAccess(db, gateIds);
  const own = sources.filter(({ id }) => access.may(scope ? "sensors" : "cameras", id, "some"));
  return [...new Set(own.map(({ name }) => name))].filter((name) => name !== "").sort();
}
