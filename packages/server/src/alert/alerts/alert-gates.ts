import type { Alert } from "@gatehouse/contract/entities/alert";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import { gateKindOfHardware, type HardwareKind } from "@gatehouse/contract/hardware-status";
import { type GateAccess, loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";

/** The kinds of the records that alerts refer to, by the field of their additional information. */
const referredKinds: Readonly<Record<string, GateKind>> = {
  areaId: "access_areas",
  barrierId: "boom_barriers",
  cameraId: "cameras",
  deviceId: "ai_devices",
  displayId: "displays",
  sensorId: "sensors",
};

/**
 * Which alerts a person may see. People who are limited to gates see the alerts of records that belong to
 * their gates and to no other. An alert of anything else may name other gates or their vehicles.
 */
export async function loadAlertFilter(
  db: ReadDb | Tx,
  limit: GateLimit,
): Promise<(alert: Pick<Alert, "additionalInfo">) => boolean> {
  if (limit === null) return () => true;
  const access = await loadGateAccess(db, limit);
  return ({ additionalInfo }) => isOwnAlert(additionalInfo, limit, access);
}

function isOwnAlert(info: Alert["additionalInfo"], limit: GateLimit, access: GateAccess): boolean {
  const { gateId, kind, id } = info as { gateId?: number; kind?: HardwareKind; id?: string };
  if (gateId !== undefined) return isOwnGate(limit, gateId);
  if (kind !== undefined && id !== undefined) return access.may(gateKindOfHardware[kind], id, "all");
  const [field] = Object.keys(referredKinds).filter((name) => name in info);
  const referred = field === undefined ? undefined : referredKinds[field];
  return field !== undefined && referred !== undefined && access.may(referred, Number(info[field]), "all");
}
