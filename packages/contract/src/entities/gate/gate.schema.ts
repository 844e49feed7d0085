import * as z from "zod";
import { gateTypes } from "../../fields/gate-types.ts";
import { recordId, version } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";

const reference = recordId.nullable().default(null);

/** GATE-1: the input for a gate: its direction and what is wired to it. */
export const gateDraft = z.strictObject({
  name: requiredText(),
  type: z.enum(gateTypes, required),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  sensorId: reference,
  cameraId: reference,
  boomBarrierId: reference,
  buzzerId: reference,
  displayIds: z
    .array(recordId)
    .max(50, "At most 50 displays")
    .refine((ids) => new Set(ids).size === ids.length, "Duplicate display")
    .default([]),
  /** OPS-5: the loop detector in front of its barrier. It shows whether a vehicle waits. */
  loopId: reference,
  /** RULE-2: the areas that it connects, in its own direction; null is outside of all areas. */
  fromAreaId: reference,
  toAreaId: reference,
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

/** A stored gate. */
export type Gate = z.output<typeof gate>;
