import type { AlertType } from "@gatehouse/contract/entities/alert-type";
import type { ReadDb, Tx } from "../../platform/database/database.ts";

/** Faults after which passages are missed. */
const missingTypes: readonly AlertType[] = ["HARDWARE_OFFLINE", "READER_OFFLINE", "LOOP_STUCK", "CC_CAMERA_SILENT"];

/** The open alerts about devices of gates, as sentences. */
export async function listFaults(db: ReadDb | Tx, gateIds: readonly number[]): Promise<string[]> {
  const [alerts, gates] = await Promise.all([
    db
      .selectFrom("alerts")
      .select(["description", "additionalInfo"])
      .where("status", "=", "new")
      .where("type", "in", [...missingTypes])
      .orderBy("createdAt")
      .execute(),
    db
      .selectFrom("gates")
      .select(["id", "name", "sensorId", "cameraId"])
      .where("id", "in", [0, ...gateIds])
      .execute(),
  ]);
  return alerts
    .filter(({ additionalInfo }) => {
      const info = additionalInfo as {
        gates?: readonly string[];
        gateId?: number;
        sensorId?: number;
        cameraId?: number;
      };
      return gates.some(
        ({ id, name, sensorId, cameraId }) =>
          info.gateId === id ||
          info.gates?.includes(name) === true ||
          (sensorId !== null && info.sensorId === sensorId) ||
          (cameraId !== null && info.cameraId === cameraId),
      );
    })
    .map(({ description }) => (description.endsWith(".") ? description : `${description}.`));
}
