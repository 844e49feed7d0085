import type { Call } from "../platform/http/call.ts";
import type { Cookie } from "../platform/http/cookies.ts";
import type { SignedText } from "../platform/security/signed-text.ts";
import type { Services } from "../platform/services.ts";

/** The address of a picture by its content's hash; nothing where there is none. */
export type ImageAddresses = (hash: string | null) => string | null;

/** Where pictures of events are served. */
export const imagePath = "/api/event-images";

const dayMs = 86_400_000;
const longestDays = 2;
const hashes = /^\d{8}-[0-9a-f]{64}$/;

/**
 * Addresses that only we can have made. They are the same for everybody and for a day, so that a browser keeps the
 * picture, end after two, and are good for signed-in people only, who show their pass.
 */
export function imageAddresses(tickets: SignedText, now: Date): ImageAddresses {
  const day = dayOf(now);
  return (hash) => (hash === null ? null : `${imagePath}/${tickets.sign(`image:${hash}:${day}`)}`);
}

/** The hash of the picture that an address is for, while the address is good. */
export function hashIn(ticket: string, tickets: SignedText, now: Date): string | undefined {
  const [purpose, hash = "", day] = (tickets.read(ticket) ?? "").split(":");
  // Both ways: an address made before the clock stepped back over midnight is one of tomorrow.
  const days = Math.abs(dayOf(now) - Number(day));
  const isGood = purpose === "image" && hashes.test(hash) && days < longestDays;
  return isGood ? hash : undefined;
}

/** The names of passes begin so. */
export const passPrefix = "gatehouse-pictures-";

const passSeconds = 43_200;
const nameBytes = 12;

/**
 * What shows that a browser's person is signed in, because a picture is asked for without a token. Each session has its
 * own, as browsers share theirs among tabs that are signed in on their own, and among the servers of a machine.
 */
export function imagePass(tickets: SignedText, sessionId: string): Cookie {
  const value = tickets.sign(`pictures:${sessionId}`);
  return { name: passPrefix + value.slice(0, nameBytes), value, path: imagePath, seconds: passSeconds };
}

/** The session that a pass is of. */
export function sessionIn(pass: string, tickets: SignedText): string | undefined {
  const [purpose, sessionId] = (tickets.read(pass) ?? "").split(":");
  return purpose === "pictures" ? sessionId : undefined;
}

/** Addresses for the answer to a call, along with the pass that they need. */
export function imageAddressesFor(
  { person, setCookie }: Pick<Call<unknown>, "person" | "setCookie">,
  { tickets, clock }: Pick<Services, "tickets" | "clock">,
): ImageAddresses {
  setCookie(imagePass(tickets, person.sessionId));
  return imageAddresses(tickets, clock.now());
}

const dayOf = (time: Date) => Math.floor(time.getTime() / dayMs);
