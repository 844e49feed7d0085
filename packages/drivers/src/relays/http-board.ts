import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { rejected } from "../hardware-transport.ts";

/** What a status other than 2xx means; undefined for a good one. A redirect may lead anywhere and is never followed. */
export function refusalOf(status: number): HardwareResult | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return rejected("The board requires a password; turn that off for its relays.");
  if (status >= 300 && status < 400) return rejected("The board redirects; check its address and port.");
  return rejected(`The board refused with status ${status}.`);
}

const longestSeconds = 86_400;

/** A pulse in the seconds that boards count, rounded up to their resolution: a shorter one may not lift an arm. */
export function tenthsOfSeconds(pulseMs: number): number {
  return Math.min(longestSeconds, Math.max(1, Math.ceil(pulseMs / 100)) / 10);
}
