import { createHash } from "node:crypto";
import type { DetectionContent } from "@gatehouse/contract/events/detection";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";

const maxLength = 100;

/** An id from the parts that identify an event; a retry gets the same id. */
export function hashId(...parts: readonly (string | null)[]): string {
  return `h-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32)}`;
}

/** The device's own id, or its hash if it is too long. */
export const ownIdOf = (...parts: readonly string[]): string => {
  const id = parts.join("/");
  return id.length <= maxLength ? id : hashId(...parts);
};

/** The device time in any notation as one key; its text if it is invalid. */
export function timeKeyOf(at: Date | null, timeText: string | null): string | null {
  return at === null || Number.isNaN(at.getTime()) ? timeText : String(at.getTime());
}

/** A plate as a key, ignoring case and separators. */
export const plateKeyOf = (plate: string): string => `plate ${normalizeIdentifier(plate)}`;

/** The content of a detection as a key, independent of its notation. */
export function contentKeyOf(content: DetectionContent): string {
  switch (content.kind) {
    case "plate":
      return plateKeyOf(content.plate);
    case "tag":
      return `tag ${normalizeIdentifier(content.tag)}`;
    case "count":
      return `count ${content.direction ?? "-"} ${content.vehicleClass ?? "-"} ${content.count}`;
    case "slots": {
      const slots = content.slots.map(({ name, state }) => JSON.stringify([name, state])).toSorted();
      return `slots ${hashId(...slots)}`;
    }
    case "loop":
      return "loop";
  }
}
