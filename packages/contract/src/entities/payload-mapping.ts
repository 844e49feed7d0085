import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { idParams } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import type { GateRecords } from "../gate-scope.ts";

/** The longest name of a mapping. */
export const maxMappingName = 100;

const maxSteps = 32;
const maxWords = 20;

/** The name of a member or the position in a list. */
const step = z.union(
  [z.string().max(200, "At most 200 characters"), z.int().min(0).max(9_999)],
  "Must be a name or a position",
);

/** Where a value is in a payload, from its root: `["json", "results", 0, "plate"]`. */
export const payloadPath = z
  .array(step, "Must be a list of names and positions")
  .min(1, "Must not be empty")
  .max(maxSteps, `At most ${maxSteps} steps`);

/** A path inside a payload. */
export type PayloadPath = z.output<typeof payloadPath>;

/** How a time is written. `automatic` reads ISO 8601, notations with the year first, and Unix time. */
export const timeFormats = ["automatic", "day-first", "month-first"] as const;
/** The unit of a confidence: 0 to 1, or 0 to 100. */
export const confidenceUnits = ["ratio", "percent"] as const;
export const speedUnits = ["kmph", "mph", "mps"] as const;

const value = z.strictObject({ path: payloadPath });
const word = z.strictObject({
  /** The device's word, compared without regard to case. */
  word: requiredText(100),
  direction: z.enum(["N", "X"], "Must be N or X"),
});

/** The values that a mapping can take from a payload. */
export const mappedFields = z
  .strictObject({
    plate: value,
    tag: value,
    time: value.extend({ format: z.enum(timeFormats, `Must be one of ${timeFormats.join(", ")}`) }),
    /** The date, where it is apart from the time of day. */
    date: value,
    direction: value.extend({ words: z.array(word, "Must be a list").max(maxWords, `At most ${maxWords} words`) }),
    confidence: value.extend({ unit: z.enum(confidenceUnits, "Must be ratio or percent") }),
    camera: value,
    /** The channel of a recorder, or the antenna of a reader. */
    channel: value,
    id: value,
    speed: value.extend({ unit: z.enum(speedUnits, "Must be kmph, mph or mps") }),
    picture: value,
    platePicture: value,
  })
  .partial();
mappedFields.register(z.globalRegistry, {
  id: "MappedFields",
  description: "The values that a mapping can take from a payload",
});

/** The assigned values of a mapping. */
export type MappedFields = z.output<typeof mappedFields>;
/** The name of a value that can be assigned. */
export type MappedField = keyof MappedFields;

/** How the payloads of a device without a built-in format are read. It only names places and notations. */
export const payloadMapping = z
  .strictObject({
    name: requiredText(maxMappingName),
    /** Each entry of this list is an event of its own; null if the payload is one event. */
    list: payloadPath.nullable().default(null),
    fields: mappedFields,
    /** The event happens when it arrives: for devices that send no time. */
    timeOfArrival: z.boolean().default(false),
  })
  .refine(({ fields }) => fields.plate !== undefined || fields.tag !== undefined, {
    path: ["fields", "plate"],
    error: "Assign the plate or the tag",
  })
  .refine(({ fields }) => fields.plate === undefined || fields.tag === undefined, {
    path: ["fields", "tag"],
    error: "Assign either the plate or the tag",
  })
  .refine(({ fields: { time, date, id }, timeOfArrival }) => timeOfArrival || (time ?? date ?? id) !== undefined, {
    path: ["fields", "time"],
    error: "Assign the time or the id, or select the time of arrival",
  })
  .refine(({ fields: { time, date }, timeOfArrival }) => !timeOfArrival || (time ?? date) === undefined, {
    path: ["timeOfArrival"],
    error: "Assign the time, or select the time of arrival",
  });
payloadMapping.register(z.globalRegistry, {
  id: "PayloadMapping",
  description: "How the payloads of a device without a built-in format are read. It only names places and notations",
});

/** A mapping of payloads to events. */
export type PayloadMapping = z.output<typeof payloadMapping>;

/** The marker of an exported file. */
export const mappingFileFormat = "gatehouse-payload-mapping";
const mappingFileVersion = 1;

/** An exported mapping, to share with another site. */
export const payloadMappingFile = z.strictObject({
  format: z.literal(mappingFileFormat),
  version: z.literal(mappingFileVersion),
  mapping: payloadMapping,
});

/** The content of an exported file. */
export const toMappingFile = (mapping: PayloadMapping): z.output<typeof payloadMappingFile> => ({
  format: mappingFileFormat,
  version: mappingFileVersion,
  mapping,
});

const tag = "Ingest";

/** The custom format of a device, its earlier versions, and the last payload to assign values from. */
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

/** What a draft reads from the last payload. */
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
    response: payloadMappingState,
    errors: ["record/not-found"],
  } as const,
  save: {
    tag,
    summary: `Read the payloads of ${noun} by a custom format`,
    gates,
    params: idParams,
    body: payloadMapping,
    response: payloadMappingState,
    errors: ["record/not-found", "record/changed"],
  } as const,
  remove: {
    tag,
    summary: `Read the payloads of ${noun} by the built-in formats only`,
    gates,
    params: idParams,
    response: payloadMappingState,
    errors: ["record/not-found", "record/changed"],
  } as const,
  preview: {
    tag,
    summary: `Show what a custom format would read from the last payload of ${noun}; stores nothing`,
    gates,
    params: idParams,
    body: mappingDraft,
    response: mappingPreview,
    errors: ["record/not-found", "mapping/no-sample"],
  } as const,
});
const ofDevice = endpointsOf("a device", { record: "ai_devices", needs: "all" });
const ofSensor = endpointsOf("a reader or loop", { record: "sensors", needs: "all" });

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
