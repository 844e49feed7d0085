import type { MappedField, PayloadMapping, PayloadPath } from "@gatehouse/contract/entities/payload-mapping";

/** An unfinished custom format. */
export type Draft = PayloadMapping;

/** The values that can be assigned, in the order in which they are usually found. */
export const mappedFieldLabels: Record<MappedField, string> = {
  plate: "Plate",
  tag: "Tag",
  time: "Time",
  date: "Separate date",
  direction: "Direction",
  camera: "Camera",
  channel: "Channel or antenna",
  confidence: "Confidence",
  id: "Event id",
  speed: "Speed",
  picture: "Picture",
  platePicture: "Plate picture",
};

export const fieldNames = Object.keys(mappedFieldLabels) as MappedField[];

export const emptyDraft: Draft = { name: "", list: null, fields: {}, timeOfArrival: false };

const options = {
  time: { format: "automatic" },
  direction: { words: [] },
  confidence: { unit: "ratio" },
  speed: { unit: "kmph" },
} as const;

/** Assigns a place of the payload to a field. Its notation stays as selected before. */
export function assign(draft: Draft, field: MappedField, path: PayloadPath): Draft {
  const assigned = { ...(options as Partial<Record<MappedField, object>>)[field], ...draft.fields[field], path };
  const fields = { ...draft.fields, [field]: assigned };
  const isIdentifier = field === "plate" || field === "tag";
  const isTime = field === "time" || field === "date";
  return {
    ...draft,
    fields,
    list: isIdentifier ? listAround(path) : draft.list,
    timeOfArrival: draft.timeOfArrival && !isTime,
  };
}

export function unassign(draft: Draft, field: MappedField): Draft {
  const { [field]: _, ...fields } = draft.fields;
  const isIdentifier = field === "plate" || field === "tag";
  return { ...draft, fields, list: isIdentifier ? null : draft.list };
}

/** The field to assign next: the first free one that most devices send. A plate needs no tag, and the other way round. */
export function nextField(draft: Draft, after: MappedField): MappedField {
  const needless: MappedField[] = ["date", "channel"];
  if (draft.fields.plate ?? draft.fields.tag) needless.push("plate", "tag");
  const free = fieldNames.filter((name) => draft.fields[name] === undefined && !needless.includes(name));
  const position = fieldNames.indexOf(after);
  return free.find((name) => fieldNames.indexOf(name) > position) ?? after;
}

/** The innermost list that contains a place; null if it is in none. */
export function listAround(path: PayloadPath): PayloadPath | null {
  const position = path.findLastIndex((step) => typeof step === "number");
  // The attached files of a message are not events.
  return position <= 0 || path[0] === "files" ? null : path.slice(0, position);
}

/** A place of the payload as text: `results[0].plate`. */
export const pathText = (path: PayloadPath): string =>
  path
    .slice(1)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "") || String(path[0]);

export const isSamePath = (one: PayloadPath, other: PayloadPath): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);
