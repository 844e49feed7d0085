import { expiringWithinDays, type Identifier } from "@gatehouse/contract/entities/identifier/identifier";
import { formatCount } from "@gatehouse/contract/fields/number";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type ValidityKind = "valid" | "expiring" | "expired" | "not-yet";

/** Validity of an identifier at a time. */
export function checkValidity(
  { validFrom, validTo }: Pick<Identifier, "validFrom" | "validTo">,
  nowMs: number,
): { kind: ValidityKind; text: string } {
  const leftMs = validTo === null ? Number.POSITIVE_INFINITY : Date.parse(validTo) - nowMs;
  if (leftMs < 0) return { kind: "expired", text: "Expired" };
  if (validFrom !== null && Date.parse(validFrom) > nowMs) return { kind: "not-yet", text: "Not yet valid" };
  if (leftMs > expiringWithinDays * dayMs) return { kind: "valid", text: "Valid" };
  return { kind: "expiring", text: `Expires in ${formatDuration(leftMs)}` };
}

function formatDuration(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return formatCount(Math.floor(ms / hourMs), "hour");
  return formatCount(Math.floor(ms / dayMs), "day");
}
