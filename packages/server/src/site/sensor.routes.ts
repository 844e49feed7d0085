import { sensorEndpoints } from "@gatehouse/contract/entities/sensor/sensor.endpoints";
import { type Sensor, sensor, sensorDraft } from "@gatehouse/contract/entities/sensor/sensor.schema";
import { resource } from "../resources/resource.ts";
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
  guardSaved: guardLoopInput,
  constraints: {
    sensors_uid: { path: "uid", message: "Another sensor has this uid" },
    sensors_actuator: { path: "actuatorId", message: "This boom barrier does not exist" },
  },
});
