import * as z from "zod";
import { crud } from "../../crud.ts";
import { sensor, sensorDraft, sensorPatch } from "./sensor.schema.ts";

/** WIRE-4: readers are sensors of `ac`, loop detectors of `loop`. */
const moduleParams = z.object({
  module: z.enum(["ac", "loop"], {
    error: (issue) => `Unknown module "${String(issue.input)}". Known: ac, loop`,
  }),
});

/** The endpoints of sensors: RFID readers and loop detectors. */
export const sensorEndpoints = crud({
  tag: "Sensors",
  noun: "sensor",
  permissions: { read: "view", write: "devices" },
  path: "/sensors",
  list: { path: "/sensors/{module}", params: moduleParams },
  change: { PUT: sensorDraft, PATCH: sensorPatch },
  record: sensor,
  draft: sensorDraft,
});
