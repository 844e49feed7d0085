import type {
  MappedField,
  MappedFields,
  MappingDraft,
  MappingPreview,
  PayloadMapping,
} from "@gatehouse/contract/entities/payload-mapping";
import type { Detection } from "@gatehouse/contract/events/detection";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { toAntennaSource } from "../antenna.ts";
import { contentKeyOf } from "../event-id.ts";
import type { Zone } from "./device-time.ts";
import { type FeedResult, ignored, keptAlive, type PayloadReader, plainResponse } from "./feed.ts";
import { fieldReaders, isDateAlone, type ReadField, readTime } from "./mapped-values.ts";
import { omittedBytes, type PayloadTree, pathOfEntry, treeOf, valueAtPath } from "./payload-tree.ts";
import { elementText, listOf, rawText } from "./payload-values.ts";
import { eventIdOf, isUnidentified, type PlateReport, toDetections } from "./plate-report.ts";

/** The format that a person assigned to a device. It takes the payloads that contain its plate or tag. */
export function createMappedFeed(mapping: PayloadMapping): PayloadReader {
  return {
    title: `Custom format "${mapping.name}"`,
    readsLists: true,
    recognises: (payload) => containsIdentifier(mapping, treeOf(payload)) || hasEmptyList(mapping, treeOf(payload)),
    read: (payload) =>
      hasEmptyList(mapping, treeOf(payload)) ? keptAlive() : readTree(mapping, treeOf(payload), payload),
    response: plainResponse,
  };
}

/**
 * What a draft reads from a sample, field by field, so that the assignments can be judged before they are saved; compared
 * with the message before, if it is known.
 */
export function previewMapping(
  draft: MappingDraft,
  sample: PayloadTree,
  zone: Zone,
  previous: PayloadTree | null = null,
): MappingPreview {
  const result = containsIdentifier(draft, sample)
    ? readTree(draft, sample, zone)
    : ({ ok: false, detail: "Assign the plate or the tag." } as const);
  const names = Object.keys(draft.fields) as MappedField[];
  return {
    events: result.ok ? result.detections.flatMap(toPreviewEvent) : [],
    fields: Object.fromEntries(names.map((name) => [name, previewField(name, draft, sample, zone)])),
    detail: result.detail,
    warnings: warningsFor(draft, sample, previous),
  };
}

/** Events without a readable time are distinguished by their id alone: a constant stores each vehicle only once. */
function warningsFor({ fields, list }: MappingDraft, sample: PayloadTree, previous: PayloadTree | null): string[] {
  if (fields.id === undefined) return [];
  const path = pathOfEntry(fields.id.path, list, firstEntry);
  const [id, earlier] = [sample, previous].map((tree) => rawText(valueAtPath(tree, path)));
  const isConstant = id !== undefined && id === earlier && JSON.stringify(sample) !== JSON.stringify(previous);
  const hasTime = fields.time !== undefined || fields.date !== undefined;
  if (!isConstant && hasTime) return [];
  const same = isConstant ? `The event id "${id.slice(0, 100)}" was the same in the message before` : "";
  if (hasTime) return [`${same}: without a readable time, each vehicle would be stored only once. Clear the id.`];
  const advice = "Assign the time, or select the time of arrival and clear the id.";
  return [
    isConstant
      ? `${same}: each vehicle would be stored only once. ${advice}`
      : `Events are told apart by the event id alone. If it is the same in every message, each vehicle is stored only once. ${advice}`,
  ];
}

/** Some readers send an empty list every second while there is nothing to report. */
function hasEmptyList({ list }: PayloadMapping, tree: PayloadTree): boolean {
  const entries = list === null ? undefined : valueAtPath(tree, list);
  return Array.isArray(entries) && entries.length === 0;
}

/** The first event's entry is the one whose values were assigned, whatever its position. */
const firstEntry = 0;

function containsIdentifier({ fields, list }: MappingDraft, tree: PayloadTree): boolean {
  const path = fields.plate?.path ?? fields.tag?.path;
  return path !== undefined && valueAtPath(tree, pathOfEntry(path, list, firstEntry)) !== undefined;
}

function readTree(draft: MappingDraft, tree: PayloadTree, zone: Zone): FeedResult {
  const entries = draft.list === null ? 1 : listOf(valueAtPath(tree, draft.list)).length;
  const events = Array.from({ length: entries }, (_, entry) => takeFields(draft, tree, entry, zone));
  return draft.fields.tag === undefined ? toDetections(events.map(toReport)) : toTags(events);
}

/** The date and the time of day as one text; empty if there is neither. A value that is no text can't be read as a time. */
function whenIn({ fields, list }: Pick<MappingDraft, "fields" | "list">, tree: PayloadTree, entry: number): string {
  const parts = [fields.date, fields.time].map((part) => {
    const value = part && valueAtPath(tree, pathOfEntry(part.path, list, entry));
    return value === undefined ? "" : (rawText(value)?.trim() ?? String(value));
  });
  return parts.join(" ").trim();
}

const readWhen = (when: string, { time }: MappedFields, zone: Zone) =>
  readTime(when, time ?? { format: "day-first" }, zone);

type Taken = ReturnType<typeof takeFields>;

function takeFields({ fields, list, timeOfArrival }: MappingDraft, tree: PayloadTree, entry: number, zone: Zone) {
  const given = (name: MappedField) => {
    const path = fields[name]?.path;
    return path === undefined ? undefined : valueAtPath(tree, pathOfEntry(path, list, entry));
  };
  const take = <Field extends MappedField>(name: Field) => {
    const assigned = fields[name] as NonNullable<MappedFields[Field]> | undefined;
    const value = given(name);
    if (assigned === undefined || value === undefined) return null;
    return (fieldReaders[name].read as ReadField<Field>)(value, assigned, zone);
  };
  const when = whenIn({ fields, list }, tree, entry);
  const at = when === "" ? null : (readWhen(when, fields, zone) ?? new Date(Number.NaN));
  return {
    plate: elementText(given("plate")),
    tag: take("tag"),
    hasTag: (rawText(given("tag"))?.trim() ?? given("tag") ?? "") !== "",
    ...(isDateAlone(when) ? toDay(at, zone) : { at, ...(timeOfArrival && { arrival: "chosen" as const }) }),
    timeText: when.slice(0, 64) || null,
    direction: take("direction"),
    confidence: take("confidence"),
    source: [take("camera"), take("channel")].filter((part) => part !== null).join("/") || null,
    antenna: take("channel"),
    ownId: take("id"),
    speed: take("speed"),
    images: [...(take("picture") ?? []), ...(take("platePicture") ?? [])],
  };
}

/** The time of day of a date is that of its arrival, on the day itself: the event opens no more than one without a time. */
function toDay(day: Date | null, zone: Zone): Pick<PlateReport, "at" | "arrival"> {
  const receivedAt = typeof zone === "number" ? undefined : zone.receivedAt;
  const passedMs = day === null || receivedAt === undefined ? Number.NaN : receivedAt.getTime() - day.getTime();
  return { at: passedMs >= 0 && passedMs < dayMs ? null : day, arrival: "time of day" };
}

const toReport = ({ tag: _, hasTag: __, antenna: ___, ...taken }: Taken): PlateReport => ({
  ...taken,
  vehicleType: null,
});

/** Tags, by the rules of plates: no event without an id or a time. */
function toTags(events: readonly Taken[]): FeedResult {
  const detections: Detection[] = [];
  const errors = new Set<string>();
  for (const event of events) {
    const { tag, hasTag, at, source, antenna, direction } = event;
    if (!hasTag) continue;
    const eventId = tag === null ? null : eventIdOf(event, contentKeyOf({ kind: "tag", tag, direction }));
    if (tag === null) errors.add("The tag is not a text of at most 64 characters.");
    else if (eventId === null) errors.add("The event has neither an id nor a time.");
    else
      detections.push({
        kind: "tag",
        eventId,
        source: antenna === null || !/^\d{1,4}$/.test(antenna) ? source : toAntennaSource(Number(antenna)),
        at,
        tag,
        direction,
        ...(isUnidentified(event) && { isUnidentified: true }),
      });
  }
  const error = [...errors].join(" ");
  const [first] = detections;
  if (first?.kind !== "tag") return error ? { ok: false, detail: error } : ignored("No tag was read.");
  const detail = detections.length === 1 ? `Tag ${first.tag}.` : `${detections.length} tags.`;
  return { ok: true, detections, detail: `${detail} ${error}`.trim(), ...(error && { error }) };
}

function previewField<Field extends MappedField>(name: Field, draft: MappingDraft, tree: PayloadTree, zone: Zone) {
  const assigned = draft.fields[name] as NonNullable<MappedFields[Field]>;
  const given = valueAtPath(tree, pathOfEntry(assigned.path, draft.list, firstEntry));
  if (given === undefined) return { found: null, fault: "Not in the last payload." };
  const bytes = omittedBytes(given);
  const found = bytes === undefined ? (rawText(given)?.slice(0, 100) ?? null) : `${bytes} bytes`;
  const value =
    name === "time" || name === "date"
      ? readWhen(whenIn(draft, tree, firstEntry), draft.fields, zone)
      : (fieldReaders[name].read as ReadField<Field>)(given, assigned, zone);
  return { found, fault: value === null ? fieldReaders[name].fault : null };
}

function toPreviewEvent(detection: Detection): MappingPreview["events"] {
  if (detection.kind !== "plate" && detection.kind !== "tag") return [];
  const { at, source, direction } = detection;
  const isPlate = detection.kind === "plate";
  return [
    {
      kind: detection.kind,
      text: isPlate ? detection.plate : detection.tag,
      at: at === null || Number.isNaN(at.getTime()) ? null : at.toISOString(),
      source,
      direction,
      confidence: isPlate ? detection.confidence : null,
      speed: isPlate ? detection.speed : null,
      pictures: isPlate ? detection.images.length : 0,
    },
  ];
}
