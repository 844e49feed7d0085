import type { Candidate } from "@gatehouse/contract/entities/event";
import type { GateType } from "@gatehouse/contract/fields/gate-types";

/** What a check is about; uses are checked last. Dates and a missing entry don't keep a vehicle inside. */
export type Aspect = "date" | "entry" | "uses" | "match";

/** What a lenient check of an exit only notes. */
export const isNoted = (aspect: Aspect, isLenient: boolean): boolean =>
  isLenient && (aspect === "date" || aspect === "entry");

/** Splits failed checks: what only notes something, what concerns uses, and what means that it does not match. */
export function sortFailures(
  aspects: readonly { readonly aspect: Aspect; readonly text: string }[],
  isLenient: boolean,
) {
  if (aspects.length === 0) return nothingFailed;
  const noted = aspects.filter(({ aspect }) => isNoted(aspect, isLenient));
  const others = aspects.filter(({ aspect }) => !isNoted(aspect, isLenient));
  return {
    isIdentified: others.every(({ aspect }) => aspect === "uses" || aspect === "entry"),
    usedUp: others.find(({ aspect }) => aspect === "uses" || aspect === "entry")?.text ?? null,
    invalid: noted[0]?.text ?? null,
  };
}

const nothingFailed = { isIdentified: true, usedUp: null, invalid: null } as const;

/** The texts of failed checks of uses. */
export const useFailures = {
  pass: "Pass already used",
  reservation: "Reservation already used",
  noEntry: "Reservation has no entry yet",
} as const;

/** The texts of failed checks that are neither about dates nor about uses. */
export const matchFailures = {
  plate: "Plate differs",
  gate: "Pass is not valid at this gate",
  direction: "Direction unknown: entry or exit",
  vehicleType: (title: string) => `Vehicle type ${title} is not allowed for tags`,
} as const;

/** The text of a check that a single-use reservation does not have. */
export const multipleUse = "Multiple use allowed";

/** What a failed check of a stored trace was about. */
export function failedAspect(text: string): Aspect {
  if (text === useFailures.noEntry) return "entry";
  if (Object.values(useFailures).some((error) => error === text)) return "uses";
  const [before, after] = matchFailures.vehicleType("\n").split("\n");
  const isVehicleType = text.startsWith(before ?? "") && text.endsWith(after ?? "");
  const { plate, gate, direction } = matchFailures;
  return isVehicleType || [plate, gate, direction].some((error) => error === text) ? "match" : "date";
}

/** An exit is never denied because something has expired. Without rules, this concerns passes only. */
export const isLenientFor = (kind: Candidate["kind"], direction: GateType | null, hasRules: boolean): boolean =>
  direction === "X" && (hasRules || kind === "pass");
