import type { Handover, Station } from "@gatehouse/contract/entities/station/station.schema";
import { listAlerts } from "../alerts/alert.store.ts";
import { loadAlertFilter } from "../alerts/alert-gates.ts";
import type { ReadDb } from "../platform/database/database.ts";
import type { GateLimit } from "../platform/http/gate-access.ts";
import { listActiveOverrides } from "./station.store.ts";

/** OPS-9: what the next person has to know: waiting vehicles, alerts, overrides and notes. */
export async function loadHandover(
  db: ReadDb,
  { gate, waiting, notes, onDuty }: Station,
  { gateIds, now }: { gateIds: GateLimit; now: Date },
): Promise<Handover> {
  const [alerts, isOwnAlert, overrides] = await Promise.all([
    listAlerts(db, { scope: "ac", withResolved: false }, now),
    loadAlertFilter(db, gateIds),
    listActiveOverrides(db, gate.id, now),
  ]);
  return {
    since: onDuty?.since ?? null,
    from: onDuty?.by ?? null,
    cards: waiting.map(({ event }) => ({
      eventId: event.id,
      read: event.module === "RFID_ACCESS_CONTROL" ? event.tag : event.lp,
      since: event.receivedAt,
    })),
    alerts: alerts.filter(isOwnAlert).map(({ id, title, description, status }) => ({ id, title, description, status })),
    overrides,
    notes,
  };
}
