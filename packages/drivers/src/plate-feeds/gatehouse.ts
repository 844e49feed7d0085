import type { Detection, DetectionContent, DetectionImage } from "@gatehouse/contract/events/detection";
import { slotStates } from "@gatehouse/contract/events/epld";
import { formatCount } from "@gatehouse/contract/fields/number";
import { required as missing } from "@gatehouse/contract/fields/required";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { readableMessage } from "@gatehouse/contract/validation";
import * as z from "zod";
import { contentKeyOf, hashId, ownIdOf, timeKeyOf } from "../event-id.ts";
import { isInvalidTime, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import type { Feed, FeedResult, Payload } from "./feed.ts";
import { attachedImages, decodeImage } from "./images.ts";
import { hasForbiddenCharacter, isObject, listOf, readText, valueAt } from "./payload-values.ts";
import { plateError } from "./plate-report.ts";

const required = "is required";
const maxEvents = 500;

const mustBeText = "must be a text";

/** A text, or a number that is taken as text. */
const text = (max: number) =>
  z.preprocess(
    (value) => readText(value)?.trim() ?? value,
    z
      .string({ error: ({ input }) => (input === undefined || input === null ? required : mustBeText) })
      .min(1, required)
      .max(max, `has more than ${max} characters`)
      .refine((line) => !hasForbiddenCharacter(line), "contains a character that cannot be stored"),
  );

const number = (min: number, max: number) => {
  const words = `must be a number from ${min} to ${max}`;
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    z.number(words).min(min, words).max(max, words),
  );
};

const moment = z
  .string("must be a time")
  .transform((line) => parseTime(line))
  .refine((at) => at !== null && !isInvalidTime(at), "must be an ISO 8601 time with an offset");

const direction = z
  .string("must be N or X")
  .transform(directionOf)
  .refine((side) => side !== null, "must be N or X, entry or exit, in or out");

const plate = text(255).superRefine((line, context) => {
  const error = plateError(line);
  if (error) context.addIssue({ code: "custom", message: error.replace("The plate ", "").replace(/\.$/, "") });
});

const common = { id: text(255).nullish(), source: text(100).nullish(), at: moment.nullish() };
const vehicleClass = z.enum(["2w", "4w"], "must be 2w or 4w").nullish();
const images = z.object({ full: z.unknown(), plate: z.unknown() }).partial().nullish().catch(null);
const slot = z.object({
  name: text(100),
  state: z.enum(slotStates, `must be one of ${slotStates.join(", ")}`),
});

const event = z.discriminatedUnion(
  "type",
  [
    z.object({
      type: z.literal("plate"),
      ...common,
      plate,
      confidence: number(0, 1).nullish(),
      direction: direction.nullish(),
      vehicleType: text(64).nullish(),
      vehicleClass,
      speed: number(0, 400).nullish(),
      images,
    }),
    z.object({ type: z.literal("tag"), ...common, tag: text(64), direction: direction.nullish() }),
    z.object({
      type: z.literal("count"),
      ...common,
      direction: direction.nullish(),
      vehicleClass,
      count: number(1, 10_000).pipe(z.int("must be a whole number")).default(1),
    }),
    z.object({
      type: z.literal("slots"),
      ...common,
      slots: z.array(slot, "must be a list").min(1, "is empty").max(1_000, "has more than 1000 entries"),
    }),
    z.object({ type: z.literal("loop"), ...common }),
  ],
  { error: "must be one of plate, tag, count, slots, loop" },
);
type Event = z.output<typeof event>;

const types: ReadonlySet<unknown> = new Set(["plate", "tag", "count", "slots", "loop"]);

/** One event, a list of them, or a list under `events`. Many formats have a `type`, so its value decides. */
const isOurs = (json: unknown) => Array.isArray(valueAt(json, "events")) || types.has(valueAt(json, "type"));

const eventsIn = (json: unknown) => (isObject(json) && Array.isArray(json.events) ? json.events : listOf(json));

/** Gatehouse's own format, for readers, counters, sensors, loops and adapters: see docs/devices.md. */
export const gatehouse: Feed = {
  ...plateFormats.gatehouse,
  readsLists: true,
  recognises: ({ json }) => isOurs(json),
  read: (payload) => {
    const events = eventsIn(payload.json);
    if (events.length > maxEvents) return { ok: false, detail: `There are more than ${maxEvents} events.` };
    const detections: Detection[] = [];
    for (const [index, given] of events.entries()) {
      const read = readEvent(given, payload, events.length === 1);
      if (typeof read === "string") return { ok: false, detail: `events[${index}]${read}.` };
      detections.push(read);
    }
    return { ok: true, detections, detail: describe(detections) } satisfies FeedResult;
  },
  response: () => ({ status: 200, contentType: "application/json", body: '{"result":"ok"}' }),
};

/** The event as a detection, or the path and description of its fault. */
function readEvent(given: unknown, payload: Payload, isAlone: boolean): Detection | string {
  if (!isObject(given)) return " must be an object";
  const checked = event.safeParse(given, { error: describeError });
  if (!checked.success)
    return checked.error.issues
      .slice(0, 1)
      .map(({ path, message }) => `${placeOf(path)} ${message}`)
      .join("");
  const { id, source = null, at = null } = checked.data;
  // Without either, a retry could not be distinguished from a new event.
  if (!id && !at) return " needs an id or a time (at)";
  const content = contentOf(checked.data, isAlone ? attachedImages(payload) : []);
  const eventId = id ? ownIdOf(id) : hashId("time", timeKeyOf(at, null), contentKeyOf(content));
  return { eventId, source, at, ...content };
}

/** The description of an error whose schema has none of its own. */
function describeError(issue: z.core.$ZodRawIssue): string {
  const sentence = readableMessage(issue);
  return sentence === missing ? required : sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const placeOf = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");

function contentOf(data: Event, beside: readonly DetectionImage[]): DetectionContent {
  switch (data.type) {
    case "plate":
      return {
        kind: "plate",
        plate: data.plate,
        confidence: data.confidence ?? null,
        direction: data.direction ?? null,
        vehicleType: data.vehicleType ?? null,
        vehicleClass: data.vehicleClass ?? null,
        speed: data.speed ?? null,
        images: data.images
          ? [...decodeImage("full", data.images.full), ...decodeImage("plate", data.images.plate)]
          : beside,
        isAfterwards: false,
      };
    case "tag":
      return { kind: "tag", tag: data.tag, direction: data.direction ?? null };
    case "count":
      return {
        kind: "count",
        direction: data.direction ?? null,
        vehicleClass: data.vehicleClass ?? null,
        count: data.count,
      };
    case "slots":
      return { kind: "slots", slots: data.slots };
    case "loop":
      return { kind: "loop" };
  }
}

const words: Record<Detection["kind"], string> = {
  plate: "plate",
  tag: "tag",
  count: "count",
  slots: "slot report",
  loop: "loop pulse",
};

function describe(detections: readonly Detection[]): string {
  if (detections.length === 0) return "No events.";
  const kinds = Object.keys(words) as Detection["kind"][];
  const counted = kinds.map(
    (kind) => [kind, detections.filter((detection) => detection.kind === kind).length] as const,
  );
  const present = counted.filter(([, count]) => count > 0);
  return `${present.map(([kind, count]) => formatCount(count, words[kind])).join(", ")}.`;
}
