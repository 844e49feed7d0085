import * as z from "zod";
import { isStorable } from "./text.ts";

/** Whether a host is this machine, the only one that may be called without TLS. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);

/** A URL with another text in place of its user name and password and the @ behind them. */
export const replaceCredentials = (url: string, by: string): string =>
  url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, (_, scheme: string) => scheme + by);

const maxCharacters = 2_000;

/** Formats schemes for a message: "rtsp://, rtsps:// or ws://". */
function formatSchemes(schemes: readonly string[]): string {
  const starts = schemes.map((scheme) => `${scheme}://`);
  return [starts.slice(0, -1).join(", "), ...starts.slice(-1)].filter((part) => part !== "").join(" or ");
}

/** A URL with one of these schemes that may be left empty, which is stored as null. */
export function optionalUrl(schemes: readonly string[]) {
  const isAllowed = (text: string) =>
    schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`)) && hasHost(text) && isStorable(text);
  const url = z
    .string()
    .trim()
    .max(maxCharacters, `At most ${maxCharacters} characters`)
    .refine(isAllowed, `Must be a URL that starts with ${formatSchemes(schemes)}`);
  return z.union([z.literal("").transform(() => null), url, z.null()]).optional();
}

const hasHost = (text: string) => URL.canParse(text) && new URL(text).hostname !== "";

/** Whether a URL contains a user name or a password, which would be stored and shown as plain text. */
export function hasPassword(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
}

/** The error of such a URL. */
export const noPassword = "Must not contain a user name or password";

const invalid = "Must be a valid URL";

/** The address of another system that messages are sent to. */
export const integrationUrl = z
  .string(invalid)
  .trim()
  .max(500, "At most 500 characters")
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), invalid)
  .refine((text) => !hasPassword(text), noPassword);
