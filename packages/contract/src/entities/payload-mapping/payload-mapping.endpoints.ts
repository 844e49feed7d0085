import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";
import type { GateRecords } from "../../gate-scope.ts";
import { mappedFields, payloadMapping } from "./payload-mapping.schema.ts";
import { maxMappingName } from "./payload-mapping-limits.ts";

const tag = "Ingest";

/** FEED-3: the custom format of a device, its earlier versions, and the last payload to assign values from. */
export const payloadMappingState = z.object({
  /** Increases with every change; 0 before the first. */
  version: z.int().min(0),
  mapping: payloadMapping.nullable(),
  history: z.array(
    z.object({ version: z.int(), at: instant, by: z.string().nullable(), mapping: payloadMapping.nullable() }),
  ),
  /** The last payload as a tree, long texts and pictures replaced by their size; null before the first. */
  sample: z.object({ at: instant, contentType: z.string(), tree: z.unknown() }).nullable(),
});
payloadMappingState.register(z.globalRegistry, {
  id: "PayloadMappingState",
  description: "The custom format of a device, its earlier versions, and the last payload to assign values from",
});

/** The custom format of a device. */
export type PayloadMappingState = z.output<typeof payloadMappingState>;

/** FEED-3: what a draft reads from the last payload. */
export const mappingPreview = z.object({
  events: z.array(
    z.object({
      kind: z.enum(["plate", "tag"]),
      text: z.string(),
      at: instant.nullable(),
      source: z.string().nullable(),
      direction: z.enum(["N", "X"]).nullable(),
      confidence: z.number().nullable(),
      speed: z.number().nullable(),
      pictures: z.int(),
    }),
  ),
  /** What each assigned value of the first event gives, or why it gives nothing. */
  fields: z.partialRecord(
    mappedFields.keyof(),
    z.object({ found: z.string().nullable(), fault: z.string().nullable() }),
  ),
  detail: z.string(),
  /** What would go wrong although everything is read. */
  warnings: z.array(z.string()),
});
mappingPreview.register(z.globalRegistry, {
  id: "MappingPreview",
  description: "What a draft reads from the last payload",
});

/** What a draft reads from the last payload. */
export type MappingPreview = z.output<typeof mappingPreview>;

/** A draft is previewed before it is complete. */
export const mappingDraft = z.strictObject({
  name: z.string().max(maxMappingName).default(""),
  list: payloadMapping.shape.list,
  fields: mappedFields,
  timeOfArrival: payloadMapping.shape.timeOfArrival,
});

/** An incomplete mapping. */
export type MappingDraft = z.output<typeof mappingDraft>;

const endpointsOf = (noun: string, gates: GateRecords) => ({
  read: {
    tag,
    summary: `The custom format of ${noun}, its earlier versions, and the last payload`,
    gates,
    params: idParams,
    answer: payloadMappingState,
    faults: ["record/not-found"],
  } as const,
  save: {
    tag,
    summary: `Read the payloads of ${noun} by a custom format`,
    gates,
    params: idParams,
    body: payloadMapping,
    answer: payloadMappingState,
    faults: ["record/not-found", "record/changed"],
  } as const,
  remove: {
    tag,
    summary: `Read the payloads of ${noun} by the built-in formats only`,
    gates,
    params: idParams,
    answer: payloadMappingState,
    faults: ["record/not-found", "record/changed"],
  } as const,
  preview: {
    tag,
    summary: `Show what a custom format would read from the last payload of ${noun}; stores nothing`,
    gates,
    params: idParams,
    body: mappingDraft,
    answer: mappingPreview,
    faults: ["record/not-found", "mapping/no-sample"],
  } as const,
});
const ofDevice = endpointsOf("a device", { record: "ai_devices", needs: "all" });
const ofSensor = endpointsOf("a reader or loop", { record: "sensors", needs: "all" });

/** FEED-3: the endpoints of custom formats. */
export const payloadMappingEndpoints = defineEndpoints(
  { read: "devices", write: "devices" },
  {
    "GET /ai-devices/{id}/payload-mapping": ofDevice.read,
    "PUT /ai-devices/{id}/payload-mapping": ofDevice.save,
    "DELETE /ai-devices/{id}/payload-mapping": ofDevice.remove,
    "POST /ai-devices/{id}/payload-mapping/preview": ofDevice.preview,
    "GET /sensors/{id}/payload-mapping": ofSensor.read,
    "PUT /sensors/{id}/payload-mapping": ofSensor.save,
    "DELETE /sensors/{id}/payload-mapping": ofSensor.remove,
    "POST /sensors/{id}/payload-mapping/preview": ofSensor.preview,
  },
);
