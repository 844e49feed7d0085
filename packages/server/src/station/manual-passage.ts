import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { passageAreas } from "@gatehouse/engine/policy/policy";
import { sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";
import type { SiteGate } from "../site/site-wiring.ts";

/** The first event of a passage. */
export interface OpenedEvent {
  readonly id: number;
  readonly module: string;
  readonly gateId: number;
  readonly direction: string | null;
  readonly receivedAt: string;
  readonly plateNormalized: string | null;
  readonly tagNormalized: string | null;
}

/** PASS-3: the pass by which a visitor is let in. */
export interface AdmittedPass {
  readonly id: number;
  readonly lpNormalized: string | null;
  readonly rfidNormalized: string | null;
}

interface ManualPassage {
  readonly event: OpenedEvent;
  readonly gate: SiteGate;
  readonly pass: AdmittedPass | null;
  readonly at: Date;
  readonly passageSeconds: number;
}

/**
 * RULE-4, PASS-2: a vehicle that a person lets in is inside, and its pass is used, once the passage is confirmed. If the
 * command fails, `cancel_passage` removes it again.
 */
export async function saveManualPassage(tx: Tx, passage: ManualPassage): Promise<void> {
  const { event, gate, pass, at, passageSeconds } = passage;
  const direction = (event.direction as GateType | null) ?? gate.type;
  const { from, to } = passageAreas(gate, direction);
  const vehicle = await findVehicle(tx, event, pass);
  if (vehicle === "" || (from === null && to === null && pass === null)) return;
  await sql`
    insert into passage_holds ("eventId", "gateId", vehicle, module, at, "dueAt", direction, "fromAreaId", "toAreaId",
      "groupIds", "passId")
    values (${event.id}, ${gate.id}, ${vehicle}, ${event.module}, ${at},
      ${new Date(at.getTime() + passageSeconds * 1_000)}, ${direction}, ${from}, ${to}, '{}', ${pass?.id ?? null})
    on conflict ("eventId") do update set "dueAt" = excluded."dueAt",
      "passId" = coalesce(excluded."passId", passage_holds."passId")`.execute(tx);
}

/** The plate or tag of the pass, else the corrected plate, else what was read. */
async function findVehicle(tx: Tx, event: OpenedEvent, pass: AdmittedPass | null): Promise<string> {
  const entered = pass?.lpNormalized ?? pass?.rfidNormalized;
  if (entered) return entered;
  const corrected = await tx
    .selectFrom("event_corrections")
    .select("lpNormalized")
    .where("eventId", "=", event.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return corrected?.lpNormalized ?? plateOrTagOf(event.plateNormalized, event.tagNormalized);
}
