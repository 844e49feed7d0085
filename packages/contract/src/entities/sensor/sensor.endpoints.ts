import * as z from "zod";
import { crud } from "../../crud.ts";
import { recordId } from "../../fields/record.ts";
import { loopDetectorDraft, readerDraft, sensor, sensorDraft, sensorPatch } from "./sensor.schema.ts";

const withId = { id: recordId.optional() };

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
  path: "/sensors",
  list: { path: "/sensors/{module}", params: moduleParams },
  change: {
    PUT: z.discriminatedUnion("scope", [loopDetectorDraft.extend(withId), readerDraft.extend(withId)], {
      error: "Must be loop or ac",
    }),
    PATCH: sensorPatch,
  },
  record: sensor,
  draft: sensorDraft,
});
