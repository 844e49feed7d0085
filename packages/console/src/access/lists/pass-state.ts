import type { Pass } from "@gatehouse/contract/entities/access/access";

/** Whether a pass admits its visitor now. */
export type PassState = "valid" | "upcoming" | "used" | "expired";

export const passStateTitles: Record<PassState, string> = {
  valid: "Valid",
  upcoming: "Not yet valid",
  used: "Used up",
  expired: "Expired",
};

/** The state of a pass at a time. */
export function passState(pass: Pick<Pass, "validFrom" | "validTo" | "uses" | "used">, nowMs: number): PassState {
  if (nowMs > Date.parse(pass.validTo)) return "expired";
  if (pass.uses !== null && pass.used >= pass.uses) return "used";
  return nowMs < Date.parse(pass.validFrom) ? "upcoming" : "valid";
}
