import type { SignedText } from "../../platform/signed-text.ts";

/** The address of a picture by its content's hash; nothing where there is none. */
export type ImageAddresses = (hash: string | null) => string | null;

/** Where pictures of events are served. */
export const imagePath = "/api/event-images";

const dayMs = 86_400_000;
const longestDays = 2;
const hashes = /^\d{8}-[0-9a-f]{64}$/;

/**
 * Addresses that only we can have made, given to signed-in people. They stay the same for a day, so that a browser keeps
 * the picture, and end after two.
 */
export function imageAddresses(tickets: SignedText, now: Date): ImageAddresses {
  const day = dayOf(now);
  return (hash) => (hash === null ? null : `${imagePath}/${tickets.sign(`image:${hash}:${day}`)}`);
}

/** The hash of the picture that an address is for, while the address is good. */
export function hashIn(ticket: string, tickets: SignedText, now: Date): string | undefined {
  const [purpose, hash = "", day] = (tickets.read(ticket) ?? "").split(":");
  const age = dayOf(now) - Number(day);
  const isGood = purpose === "image" && hashes.test(hash) && age >= 0 && age < longestDays;
  return isGood ? hash : undefined;
}

const dayOf = (time: Date) => Math.floor(time.getTime() / dayMs);
