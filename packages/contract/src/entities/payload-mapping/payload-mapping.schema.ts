import * as z from "zod";
import { requiredText } from "../../fields/text.ts";
import { maxMappingName } from "./payload-mapping-limits.ts";

const maxSteps = 32;
const maxWords = 20;

/** The name of a member or the position in a list. */
const step = z.union(
  [z.string().max(200, "At most 200 characters"), z.int().min(0).max(9_999)],
  "Must be a name or a position",
);

/** FEED-3: where a value is in a payload, from its root: `["json", "results", 0, "plate"]`. */
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
/** The unit of a speed. */
export const speedUnits = ["kmph", "mph", "mps"] as const;

const value = z.strictObject({ path: payloadPath });
const word = z.strictObject({
  /** The device's word, compared without regard to case. */
  word: requiredText(100),
  direction: z.enum(["N", "X"], "Must be N or X"),
});

/** FEED-3: the values that a mapping can take from a payload. */
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

/** FEED-3: how the payloads of a device without a built-in format are read. It only names places and notations. */
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

/** FEED-3: an exported mapping, to share with another site. */
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
