import * as z from "zod";
import { crud } from "../crud.ts";
import { gateTypes } from "../fields/gate-types.ts";
import { recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";

const reference = recordId.nullable().default(null);

/** The input for a gate: its direction and what is wired to it. */
export const gateDraft = z.strictObject({
  name: requiredText(),
  type: z.enum(gateTypes, required).describe("N: entry, X: exit"),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  sensorId: reference.describe("Its RFID reader, which must be for its direction"),
  cameraId: reference,
  boomBarrierId: reference,
  buzzerId: reference,
  displayIds: z
    .array(recordId)
    .max(50, "At most 50 displays")
    .refine((ids) => new Set(ids).size === ids.length, "Duplicate display")
    .default([]),
  loopId: reference.describe("The loop detector in front of its barrier, which shows whether a vehicle waits"),
  fromAreaId: reference.describe("The area that vehicles come from; null is outside of all areas"),
  toAreaId: reference.describe("The area that vehicles go to; null is outside of all areas"),
});

const wired = z.array(z.object({ id: recordId, name: z.string() }));

/** A gate as the server returns it, with the names of its devices. */
export const gate = gateDraft.extend({
  id: recordId,
  version,
  sensors: wired,
  cameras: wired,
  boomBarriers: wired,
  buzzers: wired,
  displays: wired,
  loops: wired,
});
gate.register(z.globalRegistry, {
  id: "Gate",
  description: "A gate: its direction, and what is wired to it, with the names of the devices",
});

export type Gate = z.output<typeof gate>;

export const gateEndpoints = crud({
  tag: "Gates",
  noun: "gate",
  permissions: { read: "view", write: "devices", gates: "gates" },
  path: "/gates",
  list: { path: "/gates" },
  change: { PUT: gateDraft },
  record: gate,
  draft: gateDraft,
});
