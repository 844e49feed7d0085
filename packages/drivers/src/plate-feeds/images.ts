import type { DetectionImage } from "@gatehouse/contract/events/detection";
import type { Payload } from "./feed.ts";
import { rawText } from "./payload-values.ts";

/** Larger images are dropped; the event is still used. */
const maxImageBytes = 3 * 1024 * 1024;

// No further quantifier may follow: it would cause quadratic backtracking on spaces.
const base64 = /^[A-Za-z0-9+/\s]+={0,2}$/;

/** Decodes a base64 image with or without a data: prefix; empty if it is invalid or too large. */
export function decodeImage(kind: DetectionImage["kind"], value: unknown): DetectionImage[] {
  const text = rawText(value);
  if (!text || text.length > maxImageBytes * 1.5) return [];
  const content = text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
  if (!base64.test(content.trimEnd())) return [];
  const bytes = Buffer.from(content, "base64");
  return bytes.length === 0 || bytes.length > maxImageBytes ? [] : [{ kind, bytes }];
}

/** The images of a multipart body: the plate image by its name, and one full image. */
export function attachedImages({ files }: Payload): DetectionImage[] {
  const fitting = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= maxImageBytes);
  const plate = fitting.find(({ name }) => /plate/i.test(name));
  const others = fitting.filter((file) => file !== plate);
  // Cameras that send both name the scene "detection" and the crop "vehicle".
  const full = others.find(({ name }) => /detection|full/i.test(name)) ?? others[0];
  return [
    ...(full ? [{ kind: "full" as const, bytes: full.bytes }] : []),
    ...(plate ? [{ kind: "plate" as const, bytes: plate.bytes }] : []),
  ];
}
