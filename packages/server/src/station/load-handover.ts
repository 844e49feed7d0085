import type { Alert } from "@gatehouse/contract/entities/alert";
import type { Handover, Station } from "@gatehouse/contract/entities/station";
import { asText } from "@gatehouse/contract/fields/as-text";
import { listAlerts } from "../alerts/alert.store.ts";
import type { ReadDb } from "../platform/database/database.ts";
import type { GateLimit } from "../platform/http/gate-access.ts";
import { listActiveOverrides } from "./station.store.ts";

/** Shelved alerts are listed apart, because they are hidden until they return. */
function toHandedAlerts(alerts: readonly Alert[]): Pick<Handover, "alerts" | "shelvedAlerts"> {
  const isShelved = ({ state }: Alert) => state === "shelved";
  const toHanded = ({ id, title, description }: Alert) => ({ id, title, description });
  return {
    alerts: alerts
      .filter((alert) => !isShelved(alert))
      .map((alert) => ({ ...toHanded(alert), isAcknowledged: alert.state === "acknowledged" })),
    shelvedAlerts: alerts.filter(isShelved).map((alert) => ({
      ...toHanded(alert),
      by: asText(alert.shelvedBy),
      reason: asText(alert.shelveReason),
      until: alert.shelvedUntil ?? alert.lastSeenAt,
    })),
  };
}

/** OPS-9: what the next person has to know: waiting vehicles, alerts, overrides and notes. */
export async function loadHandover(
  db: ReadDb,
  { gate, waiting, left, notes, onDuty }: Station,
  { gateIds, now }: { gateIds: GateLimit; now: Date },
): Promise<Handover> {
  const [alerts, overrides] = await Promise.all([
    listAlerts(db, { scope: "ac", withResolved: false, limit: gateIds }, now),
    listActiveOverrides(db, gate.id, now),
  ]);
  return {
    since: onDuty?.since ?? null,
    from: onDuty?.by ?? null,
    cards: [...left.toReversed(), ...waiting].map(({ event, handling }) => ({
      eventId: event.id,
      read: event.module === "RFID_ACCESS_CONTROL" ? event.tag : event.lp,
      since: event.receivedAt,
      handledBy: handling?.by ?? null,
    })),
    ...toHandedAlerts(alerts),
    overrides,
    notes,
  };
}
