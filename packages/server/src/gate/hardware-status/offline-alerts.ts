import type { AlertCause, AlertType } from "@gatehouse/contract/entities/alert-type";
import { asText } from "@gatehouse/contract/fields/as-text";
import { hardwareKindTitles } from "@gatehouse/contract/hardware-status";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { CurrentStatus } from "../reported-status.ts";

const type: AlertType = "HARDWARE_OFFLINE";
const subjectOf = ({ kind, id }: Pick<CurrentStatus, "kind" | "id">) => `${kind} ${id}`;

/**
 * One alert per offline device, raised when it goes offline and resolved when it is online again or removed. An
 * alert that a user resolved is not raised again while the device stays offline.
 */
export async function updateOfflineAlerts(tx: Tx, statuses: readonly CurrentStatus[], now: Date): Promise<void> {
  const open = await tx
    .selectFrom("alerts")
    .select(["id", "subject"])
    .where("type", "=", type)
    .where("status", "=", "new")
    .execute();
  const offline = new Set(statuses.filter(({ state, alert }) => state === "offline" && alert).map(subjectOf));
  for (const { id, subject } of open) if (!offline.has(subject)) await resolveAlert(tx, id, now);
  const wentOffline = statuses.filter(({ state, since }) => state === "offline" && since === now);
  for (const status of wentOffline) for (const cause of toCause(status)) await raiseAlert(tx, cause, now);
}

function toCause(status: CurrentStatus): AlertCause[] {
  const { kind, id, name, reason, alert } = status;
  if (!alert) return [];
  const { scope, gates, devices } = alert;
  const effect =
    gates.length > 0
      ? ` ${gates.length === 1 ? "Gate" : "Gates"} affected: ${gates.join(", ")}.`
      : devices.length > 0
        ? ` Used by: ${devices.join(", ")}.`
        : "";
  return [
    {
      type,
      scope,
      subject: subjectOf(status),
      title: `${hardwareKindTitles[kind]} offline`,
      description: `"${name}" does not reply.${effect}`,
      additionalInfo: { error: asText(reason), kind, id, gates: [...gates] },
    },
  ];
}
