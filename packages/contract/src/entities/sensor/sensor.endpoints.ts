import * as z from "zod";
import { crud } from "../../crud.ts";
import { acceptWords } from "../../fields/words.ts";
import { sensor, sensorDraft, sensorPatch, sensorScopeWords } from "./sensor.schema.ts";

/** WIRE-4: readers are sensors of `ac`, loop detectors of `loop`. */
const moduleParams = z.object({
  module: acceptWords(
    z.enum(["ac", "loop"], { error: (issue) => `Unknown module "${String(issue.input)}". Known: ac, loop` }),
    sensorScopeWords,
  ),
});

/** The endpoints of sensors: RFID readers and loop detectors. */
export const sensorEndpoints = crud({
  tag: "Sensors",
  noun: "sensor",
  permissions: { read: "view", write: "devices", gates: "sensors" },
  path: "/sensors",
  list: { path: "/sensors/{module}", params: moduleParams },
  change: { PUT: sensorDraft, PATCH: sensorPatch },
  record: sensor,
  draft: sensorDraft,
  locked: ["scope"],
});
