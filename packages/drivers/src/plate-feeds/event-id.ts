import { createHash } from "node:crypto";

const longest = 100;

/** ENG-4: one id from what tells an event from every other, the same whenever it is sent again. */
export function hashedId(...parts: readonly (string | null)[]): string {
  return `h-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32)}`;
}

/** The device's own id where it fits, else a hash of it. */
export const ownIdOf = (...parts: readonly string[]): string => {
  const id = parts.join("/");
  return id.length <= longest ? id : hashedId(...parts);
};
