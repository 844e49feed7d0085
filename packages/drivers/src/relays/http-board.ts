import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { rejected } from "../hardware-transport.ts";

/** The rejection for a status other than 2xx; undefined for a 2xx. Redirects are never followed. */
export function toRejection(status: number): HardwareResult | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return rejected("The board requires a password; turn that off for its relays.");
  if (status >= 300 && status < 400) return rejected("The board redirects; check its address and port.");
  return rejected(`The board refused with status ${status}.`);
}

const maxSeconds = 86_400;

/** A pulse in seconds, rounded up to tenths: a shorter pulse might not open the barrier. */
export function toPulseSeconds(pulseMs: number): number {
  return Math.min(maxSeconds, Math.max(1, Math.ceil(pulseMs / 100)) / 10);
}
