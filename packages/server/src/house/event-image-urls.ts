import { asText } from "@gatehouse/contract/fields/as-text";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { Call } from "../platform/http/call.ts";
import type { Cookie } from "../platform/http/cookies.ts";
import type { SignedText } from "../platform/security/signed-text.ts";
import type { Services } from "../platform/services.ts";

/** Gives the URL of an image by its name and the gate of its event; null without an image. */
export type ImageUrls = (name: string | null, gateId: number | null) => string | null;

/** An image, and the gate of the event that it was shown with. */
interface ImageTicket {
  readonly name: string;
  readonly gateId: number | null;
}

/** The path under which event images are served. */
export const imagePath = "/api/event-images";

const maxUrlAgeDays = 2;
const imageName = /^\d{8}-[0-9a-f]{64}$/;

/**
 * Signed image URLs. A URL is the same for all users during one day, so browsers cache the image, and is valid for two
 * days. The server also requires the cookie of a session.
 */
export function createImageUrls(tickets: SignedText, now: Date): ImageUrls {
  const day = toDay(now);
  return (name, gateId) =>
    name === null ? null : `${imagePath}/${tickets.sign(`image:${name}:${day}:${asText(gateId)}`)}`;
}

/** The image of a signed ticket; undefined if the ticket is invalid or expired. */
export function readImageTicket(ticket: string, tickets: SignedText, now: Date): ImageTicket | undefined {
  const [purpose, name = "", day, gateId = ""] = (tickets.read(ticket) ?? "").split(":");
  // A URL created before the clock stepped back over midnight has the date of tomorrow.
  const ageDays = Math.abs(toDay(now) - Number(day));
  const isValid = purpose === "image" && imageName.test(name) && ageDays < maxUrlAgeDays;
  return isValid ? { name, gateId: gateId === "" ? null : Number(gateId) } : undefined;
}

/** The prefix of the names of image cookies. */
export const imageCookiePrefix = "gatehouse-pictures-";

const cookieSeconds = 43_200;
const cookieNameLength = 12;

/**
 * A cookie that authenticates image requests, which carry no token. Each session has its own cookie, because tabs with
 * different sessions, and servers on different ports of a machine, share the cookies of a browser.
 */
export function createImageCookie(tickets: SignedText, sessionId: string): Cookie {
  const value = tickets.sign(`pictures:${sessionId}`);
  return {
    name: imageCookiePrefix + value.slice(0, cookieNameLength),
    value,
    path: imagePath,
    seconds: cookieSeconds,
  };
}

/** The session id in the value of an image cookie; undefined if it is invalid. */
export function readImageCookie(value: string, tickets: SignedText): string | undefined {
  const [purpose, sessionId] = (tickets.read(value) ?? "").split(":");
  return purpose === "pictures" ? sessionId : undefined;
}

/** Image URLs for the response to a call; sets the cookie that they need. */
export function imageUrlsFor(
  { person, setCookie }: Pick<Call<unknown>, "person" | "setCookie">,
  { tickets, clock }: Pick<Services, "tickets" | "clock">,
): ImageUrls {
  setCookie(createImageCookie(tickets, person.sessionId));
  return createImageUrls(tickets, clock.now());
}

const toDay = (time: Date) => Math.floor(time.getTime() / dayMs);
