import { gateReaderErrors } from "@gatehouse/contract/entities/gate.messages";
import { type Sensor, sensor, sensorDraft, sensorEndpoints } from "@gatehouse/contract/entities/sensor";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import { guardLoopInput } from "./input-assignments.ts";

/** RFID readers and loop detectors. */
export const sensorRoutes = resource<typeof sensorEndpoints, Sensor>(sensorEndpoints, {
  table: "sensors",
  view: "sensor_records",
  record: sensor,
  draft: sensorDraft,
  entered: ({ uid, name, scope, actuatorId, additionalInfo }) => ({
    uid,
    name,
    scope,
    additionalInfo,
    // Only a reader has an actuator.
    ...(scope === "ac" ? { actuatorId } : {}),
  }),
  narrow: ({ params }) => ({ scope: params.module }),
  locked: ["scope"],
  guardSaved: async (tx, id, _person, before) => {
    await guardLoopInput(tx, id);
    await rejectOtherGates(tx, id, before);
  },
  constraints: {
    sensors_uid: { path: "uid", message: "Another sensor has this uid" },
    sensors_actuator: { path: "actuatorId", message: "This boom barrier does not exist" },
  },
});

/** Rejects a new direction of a reader that gates of the other direction use. */
async function rejectOtherGates(tx: Tx, id: number, before?: Sensor): Promise<void> {
  if (before?.scope !== "ac") return;
  const reader = await tx.selectFrom("sensors").select("additionalInfo").where("id", "=", id).executeTakeFirstOrThrow();
  const { gtp } = reader.additionalInfo as Sensor["additionalInfo"];
  if (gtp === before.additionalInfo.gtp) return;
  const gate = await tx
    .selectFrom("gates")
    .select(["name", "type"])
    .where("sensorId", "=", id)
    .where("type", "<>", gtp)
    .executeTakeFirst();
  if (!gate) return;
  const message = gateReaderErrors.usedBy(gate.name, gate.type as GateType);
  throw httpError("request/invalid", { message, errors: [{ path: "additionalInfo.gtp", message }] });
}
