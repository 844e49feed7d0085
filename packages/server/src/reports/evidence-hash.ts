import { createHash } from "node:crypto";

/** What an event stores of a vehicle. */
interface Evidence {
  readonly id: number;
  readonly occurredAt: string;
  readonly sourceName: string;
  readonly lpRaw: string | null;
  readonly speed: number | null;
  readonly speedLimit: number | null;
  readonly fullImage: string | null;
  readonly plateImage: string | null;
}

/** Pictures are named by their day and the hash of their content. */
const contentHash = (name: string | null): string | null => name?.split("-")[1] ?? null;

/**
 * REP-3: identifies the evidence of an event: the SHA-256 of a JSON array of its id, time (UTC), camera, plate as read,
 * speed, limit, and the SHA-256 of its full and plate picture. docs/reports.md repeats it for people who verify it.
 */
export function evidenceHash(event: Evidence): string {
  const { id, occurredAt, sourceName, lpRaw, speed, speedLimit, fullImage, plateImage } = event;
  const pictures = [contentHash(fullImage), contentHash(plateImage)];
  const text = JSON.stringify([id, occurredAt, sourceName, lpRaw, speed, speedLimit, ...pictures]);
  return createHash("sha256").update(text).digest("hex");
}
