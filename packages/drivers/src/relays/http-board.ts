import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { rejected, toQuote } from "../hardware-transport.ts";

/** The rejection for a status other than 2xx; undefined for a 2xx. Redirects are never followed. */
export function toRejection(status: number): HardwareResult | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return rejected("The board requires a password; turn that off for its relays.");
  if (status >= 300 && status < 400) return rejected("The board redirects; check its address and port.");
  return rejected(`The board refused with status ${status}.`);
}

const shownLength = 60;

/** Why a reply is not one of a relay board: what the host sent instead. */
export function describeForeignReply(text: string): string {
  const start = text.slice(0, 1_000).trim();
  const [, title = ""] = /<title>([^<]{1,100})/i.exec(start) ?? [];
  const page = title.trim() === "" ? "a web page" : `the web page "${toQuote(title)}"`;
  const kinds: [boolean, string][] = [
    [start === "", "an empty reply"],
    [/^<!doctype html|^<html/i.test(start), page],
    [/^[[{]/.test(start), "JSON of another kind"],
    [/^</.test(start), "XML of another kind"],
  ];
  const sent = kinds.find(([isSo]) => isSo)?.[1] ?? `"${toQuote(start.slice(0, shownLength))}"`;
  return `That host is not a relay board of this driver: it sent ${sent}. Check address, port and driver.`;
}

const maxSeconds = 86_400;

/** A pulse in seconds, rounded up to tenths: a shorter pulse might not open the barrier. */
export function toPulseSeconds(pulseMs: number): number {
  return Math.min(maxSeconds, Math.max(1, Math.ceil(pulseMs / 100)) / 10);
}
