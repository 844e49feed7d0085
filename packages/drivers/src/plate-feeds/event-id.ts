import { createHash } from "node:crypto";
import type { DetectionContent } from "@gatehouse/contract/events/detection";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";

const longest = 100;

/** ENG-4: one id from the parts that identify an event, the same whenever it is sent again. */
export function hashedId(...parts: readonly (string | null)[]): string {
  return `h-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32)}`;
}

/** The device's own id where it fits, else a hash of it. */
export const ownIdOf = (...parts: readonly string[]): string => {
  const id = parts.join("/");
  return id.length <= longest ? id : hashedId(...parts);
};

/** A device's time however it is written; its text where it was not understood. */
export function timeKeyOf(at: Date | null, timeText: string | null): string | null {
  return at === null || Number.isNaN(at.getTime()) ? timeText : String(at.getTime());
}

/** A plate however it is spaced and capitalised. */
export const plateKeyOf = (plate: string): string => `plate ${normalizeIdentifier(plate)}`;

/** SAFE-7: what a detection reports, the same however it is worded. */
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
      return `slots ${hashedId(...slots)}`;
    }
    case "loop":
      return "loop";
  }
}
