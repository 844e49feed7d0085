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

const signatures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])];

/** Whether the bytes start like a JPEG or PNG file. */
export const isPicture = (bytes: Buffer): boolean =>
  signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature));

/** The images of a multipart body: the plate image by its name, and one full image. */
export function attachedImages({ files }: Payload): DetectionImage[] {
  const fitting = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= maxImageBytes);
  // A file name may be just the id of the picture, and the field says what it shows; or both are the same.
  const isNamed = (words: RegExp) => (file: Payload["files"][number]) =>
    words.test(file.field) || words.test(file.name);
  const plate = fitting.find(isNamed(/plate|cutout|crop/i));
  const others = fitting.filter((file) => file !== plate);
  // Cameras that send both name the scene "detection" and the crop "vehicle".
  const full = others.find(isNamed(/detection|full/i)) ?? others[0];
  return [
    ...(full ? [{ kind: "full" as const, bytes: full.bytes }] : []),
    ...(plate ? [{ kind: "plate" as const, bytes: plate.bytes }] : []),
  ];
}

/** The decoded images of a message, else those attached to it. */
export const imagesOr = (images: readonly DetectionImage[], payload: Payload): readonly DetectionImage[] =>
  images.length > 0 ? images : attachedImages(payload);
