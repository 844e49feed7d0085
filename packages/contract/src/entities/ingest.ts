import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { plateMessageParts } from "../events/understood.ts";
import { idParams } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import type { GateRecords } from "../gate-scope.ts";
import { plateFormatCodes } from "../plate-formats.ts";

const tag = "Ingest";

/** The push settings of a device and its last message. */
export const ingestSettings = z.object({
  /** The path to enter in the device, after this server's address. */
  path: z.string(),
  /** Null when the stored secret can't be decrypted; a new one has to be issued. */
  secret: z.string().nullable(),
  /** Accepts pushes without the secret, only from the registered address. */
  isByAddress: z.boolean(),
  /** Plates without a time open gates as if they were read on arrival; null if its plates open no gates. */
  opensWithoutTime: z.boolean().nullable(),
  /** The format that was selected for the device, with its instructions. */
  plateFormat: z.enum(plateFormatCodes).nullable(),
  /** The registered address, if any. */
  address: z.string().nullable(),
  last: z
    .object({
      at: instant,
      contentType: z.string(),
      bytes: z.int(),
      /** The start of the message, without images. */
      excerpt: z.string(),
      /** What was read, or why it could not be read. */
      format: z.string().nullable(),
      isUnderstood: z.boolean(),
      detail: z.string(),
      /** The parts of its first plate; null if it has none. */
      understood: z.record(z.enum(plateMessageParts), z.string().nullable()).nullable(),
    })
    .nullable(),
});
ingestSettings.register(z.globalRegistry, {
  id: "IngestSettings",
  description: "The push settings of a device and its last message",
});

/** The push settings of a device. */
export type IngestSettings = z.output<typeof ingestSettings>;

const flag = z.boolean("Must be true or false");
const sensorChanges = { isByAddress: flag };
const deviceChanges = { isByAddress: flag.optional(), opensWithoutTime: flag.optional() };

const settings = <Changes extends z.ZodRawShape>(gates: GateRecords, what: string, noun: string, changes: Changes) => ({
  read: {
    tag,
    summary: `How ${noun} sends its events, and what came last`,
    gates,
    params: idParams,
    response: ingestSettings,
    errors: ["record/not-found"],
  } as const,
  change: {
    tag,
    summary: `Change how ${what} pushes are accepted`,
    gates,
    params: idParams,
    body: z.strictObject(changes),
    roundTrip: true,
    response: ingestSettings,
    errors: ["record/not-found", "ingest/no-address"],
  } as const,
  renew: {
    tag,
    summary: `Give ${noun} a new secret; the old one ends at once`,
    gates,
    params: idParams,
    response: ingestSettings,
    errors: ["record/not-found"],
  } as const,
});
const ofDevice = settings({ record: "ai_devices", needs: "all" }, "a device's", "a device", deviceChanges);
const ofSensor = settings({ record: "sensors", needs: "all" }, "a sensor's", "a reader or loop", sensorChanges);

/** The endpoints for device pushes. */
export const ingestEndpoints = defineEndpoints(
  { read: "devices", write: "devices" },
  {
    "GET /ai-devices/{id}/ingest": ofDevice.read,
    "PUT /ai-devices/{id}/ingest": ofDevice.change,
    "POST /ai-devices/{id}/ingest/secret": ofDevice.renew,
    "GET /sensors/{id}/ingest": ofSensor.read,
    "PUT /sensors/{id}/ingest": ofSensor.change,
    "POST /sensors/{id}/ingest/secret": ofSensor.renew,
  },
);
