import type { DetectionImage } from "@gatehouse/contract/events/detection";
import type { Payload } from "./feed.ts";
import { rawText } from "./payload-values.ts";

/** Larger pictures are left out: the event counts, not its photograph. */
const mostPictureBytes = 3 * 1024 * 1024;

// Nothing may follow the second class: with another run of spaces there, each space would be tried against all others.
const base64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

/** A picture that was sent as base64, with or without a data: prefix; nothing where it is none or too large. */
export function pictureIn(kind: DetectionImage["kind"], value: unknown): DetectionImage[] {
  const text = rawText(value);
  if (!text || text.length > mostPictureBytes * 1.5) return [];
  const content = text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
  if (!base64.test(content.trimEnd())) return [];
  const bytes = Buffer.from(content, "base64");
  return bytes.length === 0 || bytes.length > mostPictureBytes ? [] : [{ kind, bytes }];
}

/** The pictures of a multipart body: one of the plate by its name, and one of everything. */
export function picturesBeside({ files }: Payload): DetectionImage[] {
  const fitting = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= mostPictureBytes);
  const plate = fitting.find(({ name }) => /plate/i.test(name));
  const others = fitting.filter((file) => file !== plate);
  // A camera that sends both means the scene by "detection" and a crop by "vehicle".
  const full = others.find(({ name }) => /detection|full/i.test(name)) ?? others[0];
  return [
    ...(full ? [{ kind: "full" as const, bytes: full.bytes }] : []),
    ...(plate ? [{ kind: "plate" as const, bytes: plate.bytes }] : []),
  ];
}
