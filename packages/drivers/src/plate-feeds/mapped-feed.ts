import type {
  MappingDraft,
  MappingPreview,
} from "@gatehouse/contract/entities/payload-mapping/payload-mapping.endpoints";
import type {
  MappedField,
  MappedFields,
  PayloadMapping,
} from "@gatehouse/contract/entities/payload-mapping/payload-mapping.schema";
import type { Detection } from "@gatehouse/contract/events/detection";
import { hashId, timeKeyOf } from "../event-id.ts";
import type { Zone } from "./device-time.ts";
import { type FeedResult, type PayloadReader, plainAnswer } from "./feed.ts";
import { fieldReaders, type ReadField } from "./mapped-values.ts";
import { omittedBytes, type PayloadTree, pathOfEntry, treeOf, valueAtPath } from "./payload-tree.ts";
import { elementText, hasForbiddenCharacter, listOf, rawText } from "./payload-values.ts";
import { toDetections } from "./plate-report.ts";

/** FEED-3: the format that a person assigned to a device. It takes the payloads that contain its plate or tag. */
export function createMappedFeed(mapping: PayloadMapping): PayloadReader {
  return {
    title: `Custom format "${mapping.name}"`,
    recognises: (payload) => containsIdentifier(mapping, treeOf(payload)),
    read: (payload) => readTree(mapping, treeOf(payload), payload),
    answer: plainAnswer,
  };
}

/** What a draft reads from a sample, field by field, so that the assignments can be judged before they are saved. */
export function previewMapping(draft: MappingDraft, sample: PayloadTree, zone: Zone): MappingPreview {
  const result = containsIdentifier(draft, sample)
    ? readTree(draft, sample, zone)
    : ({ ok: false, detail: "Assign the plate or the tag." } as const);
  const names = Object.keys(draft.fields) as MappedField[];
  return {
    events: result.ok ? result.detections.flatMap(toPreviewEvent) : [],
    fields: Object.fromEntries(names.map((name) => [name, previewField(name, draft, sample, zone)])),
    detail: result.detail,
  };
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

type Taken = ReturnType<typeof takeFields>;

function takeFields({ fields, list }: MappingDraft, tree: PayloadTree, entry: number, zone: Zone) {
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
  const timeText = rawText(given("time"))?.trim().slice(0, 64) || null;
  return {
    plate: elementText(given("plate")),
    tag: take("tag"),
    // A time that was sent but can't be read must not count as live.
    at: take("time") ?? (timeText === null ? null : new Date(Number.NaN)),
    timeText,
    direction: take("direction"),
    confidence: take("confidence"),
    source: take("camera"),
    ownId: take("id"),
    speed: take("speed"),
    images: [...(take("picture") ?? []), ...(take("platePicture") ?? [])],
  };
}

const toReport = ({ tag: _, ...taken }: Taken) => ({ ...taken, vehicleType: null });

/** Tags, by the rules of plates: no event without an id or a time. */
function toTags(events: readonly Taken[]): FeedResult {
  const detections: Detection[] = [];
  for (const { tag, at, timeText, ownId, source, direction } of events) {
    if (tag === null || hasForbiddenCharacter(tag)) continue;
    const key = ownId ?? timeKeyOf(at, timeText);
    if (key === null) return { ok: false, detail: "The event has neither an id nor a time." };
    detections.push({
      kind: "tag",
      eventId: hashId(ownId === null ? "time" : "id", key, tag),
      source,
      at,
      tag,
      direction,
    });
  }
  const [first] = detections;
  if (first?.kind !== "tag") return { ok: true, detections, detail: "No tag was read." };
  return { ok: true, detections, detail: detections.length === 1 ? `Tag ${first.tag}.` : `${detections.length} tags.` };
}

function previewField<Field extends MappedField>(name: Field, draft: MappingDraft, tree: PayloadTree, zone: Zone) {
  const assigned = draft.fields[name] as NonNullable<MappedFields[Field]>;
  const given = valueAtPath(tree, pathOfEntry(assigned.path, draft.list, firstEntry));
  if (given === undefined) return { found: null, fault: "Not in the last payload." };
  const bytes = omittedBytes(given);
  const found = bytes === undefined ? (rawText(given)?.slice(0, 100) ?? null) : `${bytes} bytes`;
  const value = (fieldReaders[name].read as ReadField<Field>)(given, assigned, zone);
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
