import * as z from "zod";
import { crud } from "../crud.ts";
import { host, textUid } from "../fields/address.ts";
import { gateTypes } from "../fields/gate-types.ts";
import { atLeast, port } from "../fields/number.ts";
import { commissionedAt, recordId, version } from "../fields/record.ts";
import { requiredIfSent } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { acceptWords } from "../fields/words.ts";

const gtp = z.enum(gateTypes, "Gate type is required").describe("The direction, N: entry, X: exit");
const readerUid = z.union([z.literal("").transform(() => null), textUid, z.null()]).optional();

/** The documents also call the scope of RFID readers by their module. */
const sensorScopeWords = { "rfid-ac": "ac" } as const;
const channel = atLeast(1, "Should be positive");

export const loopDetectorDraft = z.strictObject({
  uid: textUid,
  name: requiredText(),
  scope: z.literal("loop"),
  additionalInfo: z.strictObject({
    ip: host,
    port,
    channel,
    drv: requiredText(),
    gtp,
  }),
});

export const readerDraft = z.strictObject({
  // Absent in a PUT means none; the previous value is not kept.
  uid: readerUid.default(null),
  name: requiredText(),
  scope: acceptWords(z.literal("ac"), sensorScopeWords),
  actuatorId: recordId.nullable().default(null),
  additionalInfo: z.strictObject({
    ip: host,
    // Absent for a reader that connects to the RFID server.
    port: port.optional(),
    // The antenna, where several gates share a reader.
    channel: channel.optional(),
    drv: requiredText(),
    gtp,
  }),
});

/** The input for a sensor: the scope determines the kind. */
export const sensorDraft = z.discriminatedUnion("scope", [loopDetectorDraft, readerDraft], {
  error: "Must be loop or ac",
});

/** A partial update; the merged record is then checked by the draft's rules. */
const sensorPatch = z.strictObject({
  uid: readerUid,
  name: requiredIfSent(requiredText()),
  scope: acceptWords(z.enum(["loop", "ac"]), sensorScopeWords).optional(),
  actuatorId: recordId.nullable().optional(),
  additionalInfo: z.union([loopDetectorDraft.shape.additionalInfo, readerDraft.shape.additionalInfo]).optional(),
});

/** A sensor as the server returns it. */
export const sensor = z.object({
  id: recordId,
  version,
  uid: z.string().nullable(),
  name: z.string(),
  scope: z.enum(["loop", "ac"]),
  actuatorId: recordId.nullable(),
  actuator: z.object({ name: z.string() }).nullable(),
  additionalInfo: z.object({
    ip: z.string(),
    port: z.int().optional(),
    channel: z.int().optional(),
    drv: z.string(),
    gtp,
  }),
  commissionedAt,
});
sensor.register(z.globalRegistry, { id: "Sensor", description: "An RFID reader or a loop detector" });

export type Sensor = z.output<typeof sensor>;

/** Readers are sensors of `ac`, loop detectors of `loop`. */
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
