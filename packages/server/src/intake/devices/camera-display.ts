import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";

/** The display that a request names for a camera. */
export type ChosenDisplay = { id: number } | null | undefined;

/**
 * Adds a display to the gates that use a camera. The documents name a camera's display; here, displays belong to
 * gates, where they can be seen and removed. A camera without a gate is rejected.
 */
export async function assignDisplay(tx: Tx, cameraId: number, display: ChosenDisplay): Promise<void> {
  if (!display) return;
  const stored = await tx.selectFrom("displays").select("id").where("id", "=", display.id).executeTakeFirst();
  if (!stored) throw displayError("This display does not exist");
  const gate = await tx.selectFrom("gates").select("id").where("cameraId", "=", cameraId).executeTakeFirst();
  if (!gate)
    throw displayError("A display belongs to a gate, and this camera has none. Add the camera to a gate first");
  await sql`
    with changed as (
      update gates set version = version + 1
      where "cameraId" = ${cameraId}
        and not exists (select from gate_displays d where d."gateId" = gates.id and d."displayId" = ${display.id})
      returning id
    )
    insert into gate_displays ("gateId", position, "displayId")
    select id, (select coalesce(max(position) + 1, 0) from gate_displays d where d."gateId" = changed.id), ${display.id}::integer
    from changed`.execute(tx);
}

const displayError = (message: string) =>
  httpError("request/invalid", { message, errors: [{ path: "display.id", message }] });
