import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { driftLevels, lookAlikeRequirements } from "../events/read-quality.ts";
import { maxIdentifierLength } from "../fields/identifier-text.ts";
import { idParams, recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";

const lookAlikePlate = z.object({
  /** As registered. */
  iid: z.string(),
  normalized: z.string(),
  ownerName: z.string().nullable(),
  reads: z.int(),
  lastReadAt: instant.nullable(),
});

/** Two registered plates that cameras can confuse. */
export const lookAlikePair = z.object({
  one: lookAlikePlate,
  other: lookAlikePlate,
  /** The position of the differing character, from 0, in the normalised plates. */
  position: z.int(),
  requirement: z.enum(lookAlikeRequirements),
});
lookAlikePair.register(z.globalRegistry, {
  id: "LookAlikePair",
  description: "Two registered plates that cameras can confuse",
});

/** A pair of look-alike plates. */
export type LookAlikePair = z.output<typeof lookAlikePair>;

/** The pairs that are read most, and whether there are more. */
const lookAlikeList = z.object({ pairs: z.array(lookAlikePair), isTruncated: z.boolean() });
lookAlikeList.register(z.globalRegistry, {
  id: "LookAlikeList",
  description: "The pairs that are read most, and whether there are more",
});

/** Sets what a pair requires. */
const lookAlikeDraft = z.strictObject({
  one: requiredText(maxIdentifierLength),
  other: requiredText(maxIdentifierLength),
  requirement: z.enum(lookAlikeRequirements, `Must be one of ${lookAlikeRequirements.join(", ")}`),
});

/** The stored requirement of a pair. */
const lookAlike = z.object({ one: z.string(), other: z.string(), requirement: z.enum(lookAlikeRequirements) });
lookAlike.register(z.globalRegistry, { id: "LookAlike", description: "The stored requirement of a pair" });

/** The clock of a device compared with the arrival of its events. */
const deviceClock = z.object({
  /** Rolling median of device time minus arrival; positive if the clock is ahead. */
  driftMs: z.int(),
  level: z.enum(driftLevels),
  samples: z.int(),
  sampledAt: instant,
});

/** The reads of a camera in one hour. */
const cameraHour = z.object({
  hour: instant,
  reads: z.int(),
  passages: z.int(),
  /** Reads with a confidence, and those of them with a low one. */
  withConfidence: z.int(),
  lowConfidence: z.int(),
  /** Events whose plate an operator corrected. */
  corrections: z.int(),
  /** Reads of vehicles whose tag was read too: all of them, and those with another plate than the tag's. */
  verified: z.int(),
  misreads: z.int(),
});

/** A character that a camera read instead of another one. */
const cameraConfusion = z.object({
  read: z.string(),
  actual: z.string(),
  byTag: z.int(),
  byCorrection: z.int(),
});

/** How well a device keeps time and its cameras read, in the last 24 hours. */
export const deviceQuality = z.object({
  /** Null before enough events with a time. */
  clock: deviceClock.nullable(),
  cameras: z.array(
    z.object({
      id: recordId,
      name: z.string(),
      hours: z.array(cameraHour),
      confusions: z.array(cameraConfusion),
    }),
  ),
});
deviceQuality.register(z.globalRegistry, {
  id: "DeviceQuality",
  description: "How well a device keeps time and its cameras read, in the last 24 hours",
});

export type DeviceQuality = z.output<typeof deviceQuality>;

export type CameraQuality = DeviceQuality["cameras"][number];

const tag = "Data quality";

/** The endpoints of look-alike plates. */
export const lookAlikeEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: "shared" },
  {
    "GET /access/look-alikes": {
      tag,
      summary: "List pairs of registered plates one confusable character apart, the most read first",
      response: lookAlikeList,
    },
    "PUT /access/look-alikes": {
      tag,
      summary: "Set what a pair of look-alike plates requires besides a matching read",
      body: lookAlikeDraft,
      response: lookAlike,
    },
  },
);

/** The endpoint of the clock and the read quality of devices. */
export const deviceQualityEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "ai_devices" },
  {
    "GET /ai-devices/{id}/data-quality": {
      tag,
      summary: "Clock drift of a device and read quality of its cameras in the last 24 hours",
      params: idParams,
      response: deviceQuality,
      errors: ["record/not-found"],
    },
  },
);
