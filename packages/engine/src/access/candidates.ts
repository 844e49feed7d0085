import type { Candidate } from "@gatehouse/contract/entities/event";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import {
  isSelectedVehicleType,
  restrictsVehicleTypes,
  vehicleTypeTitle,
} from "@gatehouse/contract/fields/vehicle-type";
import type { AccessQuestion, KnownIdentifier, KnownPass, KnownReservation } from "./access.ts";
import {
  type Aspect,
  isLenientFor,
  isNoted,
  matchFailures,
  multipleUse,
  sortFailures,
  useFailures,
} from "./failed-checks.ts";

/** A candidate with its checks and, if it does not match, the reason. */
export interface EvaluatedCandidate {
  readonly candidate: Candidate;
  readonly vehicle: string;
  readonly denial: Denial | undefined;
  readonly groupIds: readonly number[];
  /** Whether it identifies the vehicle: at most its uses, or at an exit its dates, are against it. */
  readonly isIdentified: boolean;
  readonly usedUp: string | null;
  /** Why it is not valid, although the vehicle is let out. */
  readonly invalid: string | null;
}

/** Why a candidate does not match, and by how much; the closest one gives the reason of a denial. */
export interface Denial {
  readonly reason: string;
  readonly aspect: Aspect;
  readonly missedByMs: number;
  /** The smallest change after which it would match. */
  readonly fix: string;
}

/** One check of a candidate, with the text for either result. */
interface Rule {
  readonly holds: boolean;
  readonly passed: string;
  readonly failed: string;
  readonly missedByMs: number;
  readonly aspect: Aspect;
  /** What to change if it fails; by default, the dates. */
  readonly fix?: string;
}

/** Checks every identifier, then every reservation, then every pass, in the order of their ids. */
export function evaluateCandidates(question: AccessQuestion, direction: GateType | null): EvaluatedCandidate[] {
  const { identifiers, reservations, access, now } = question;
  const hasRules = access?.policy.hasRules === true;
  const evaluate = (kind: Candidate["kind"], known: AnyKnown, rules: readonly Rule[]) =>
    evaluateOne({ kind, known, rules, now, isLenient: isLenientFor(kind, direction, hasRules) });
  return [
    ...byId(identifiers).map((known) => evaluate("identifier", known, identifierRules(known, question))),
    ...byId(reservations).map((known) => evaluate("reservation", known, reservationRules(known, question, direction))),
    ...byId(access?.passes ?? []).map((known) => evaluate("pass", known, passRules(known, question, direction))),
  ];
}

type AnyKnown = KnownIdentifier | KnownReservation | KnownPass;

/** In the order of their ids, however they were loaded. */
export const byId = <Known extends { readonly id: number }>(known: readonly Known[]) =>
  known.toSorted((one, other) => one.id - other.id);

function evaluateOne(parts: {
  kind: Candidate["kind"];
  known: AnyKnown;
  rules: readonly Rule[];
  now: Date;
  isLenient: boolean;
}): EvaluatedCandidate {
  const { kind, known, rules, now, isLenient } = parts;
  const { id, name, source, vehicle } = known;
  const checks = rules.map(({ holds, passed, failed }) => ({ text: holds ? passed : failed, isPassed: holds }));
  const failing = rules.filter((rule) => !rule.holds);
  const broken = failing.find(({ aspect }) => !isNoted(aspect, isLenient));
  return {
    candidate: { kind, id, name, source, checks, isMatch: broken === undefined },
    vehicle,
    denial: broken && {
      reason: broken.failed,
      missedByMs: broken.missedByMs,
      aspect: broken.aspect,
      fix: broken.fix ?? `Change the dates of ${name}: ${lowerFirst(broken.failed)}; it was ${sentenceTime(now)}`,
    },
    groupIds: ("groupIds" in known && known.groupIds) || [],
    ...sortFailures(
      failing.map(({ aspect, failed }) => ({ aspect, text: failed })),
      isLenient,
    ),
  };
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** A pass is valid in its window and at its gates. */
function passRules(pass: KnownPass, question: AccessQuestion, direction: GateType | null): Rule[] {
  const { now, gate } = question;
  const { validFrom, validTo, gateIds, uses, used } = pass;
  const isHere = gateIds.length === 0 || (gate !== null && gateIds.includes(gate.id));
  return [
    ...plateRules(pass.vehicle, question),
    { ...rule(isHere, "Valid at this gate", matchFailures.gate), fix: `Add this gate to the pass of ${pass.name}` },
    notBefore(validFrom, now, "Valid since", "Pass is not valid before"),
    notAfter(validTo, now, "Valid until", "Pass expired on"),
    // Only entries use it up.
    ...(direction === "N" ? [ofUses(rule(uses === null || used < uses, "Uses are left", useFailures.pass))] : []),
  ];
}

function identifierRules(known: KnownIdentifier, question: AccessQuestion): Rule[] {
  const { vehicle, validFrom, validTo } = known;
  const { now } = question;
  return [
    ...plateRules(vehicle, question),
    ...vehicleTypeRules(known, question),
    validFrom === null ? always("No start date") : notBefore(validFrom, now, "Valid since", "Not valid before"),
    validTo === null ? always("No end date") : notAfter(validTo, now, "Valid until", "Expired on"),
  ];
}

function reservationRules(reservation: KnownReservation, question: AccessQuestion, direction: GateType | null): Rule[] {
  const { now } = question;
  const { vehicle, validFrom, validTo, earliestEntry, latestEntry, latestExit } = reservation;
  const matches = plateRules(vehicle, question);
  if (direction === null) return [...matches, never(matchFailures.direction)];
  const way = gateTypeTitles[direction].toLowerCase();
  const until = (direction === "N" ? latestEntry : latestExit) ?? validTo;
  return [
    ...matches,
    notBefore(earliestEntry ?? validFrom, now, `Allows ${way} since`, `Reservation allows ${way} from`),
    notAfter(until, now, `Allows ${way} until`, `Reservation allowed ${way} until`),
    ...usageRules(reservation, direction),
  ];
}

/**
 * A single-use reservation allows one entry, then one exit. Without a recorded entry an operator has to open the exit on a
 * site without rules; with rules the vehicle is let out.
 */
function usageRules({ isForMultipleUse, entries, exits }: KnownReservation, direction: GateType): Rule[] {
  if (isForMultipleUse) return [always(multipleUse)];
  const used = useFailures.reservation;
  if (direction === "N") return [ofUses(rule(entries === 0 && exits === 0, "Not used yet", used))];
  return [
    { ...rule(entries > 0, "Used for entry", useFailures.noEntry), aspect: "entry" },
    ofUses(rule(exits === 0, "Not used for exit yet", used)),
  ];
}

/** Guards against candidates of another plate. Candidates of a tag carry the vehicle's plate, not the tag, so they are not compared. */
function plateRules(vehicle: string, { read }: AccessQuestion): Rule[] {
  if (read.type !== "LICENSE_PLATE") return [];
  const isSamePlate = vehicle === read.normalized;
  const failed = matchFailures.plate;
  return [
    {
      holds: isSamePlate,
      passed: "Plate matches",
      failed,
      missedByMs: Number.POSITIVE_INFINITY,
      aspect: "match",
      fix: `Register ${formatPlate(read.normalized)}`,
    },
  ];
}

/** A restricted selection of vehicle types applies to tags only. */
function vehicleTypeRules({ vehicleType }: KnownIdentifier, { read, rfidVehicleTypes }: AccessQuestion): Rule[] {
  if (read.type !== "RFID" || !restrictsVehicleTypes(rfidVehicleTypes)) return [];
  const title = vehicleTypeTitle(vehicleType);
  const isSelected = isSelectedVehicleType(rfidVehicleTypes, vehicleType);
  const checked = rule(isSelected, `Vehicle type ${title} is allowed`, matchFailures.vehicleType(title));
  return [{ ...checked, fix: `Select vehicle type ${title} for tags, or correct the type of the vehicle` }];
}

const rule = (holds: boolean, passed: string, failed: string): Rule => ({
  holds,
  passed,
  failed,
  missedByMs: 0,
  aspect: "match",
});
const ofUses = (checked: Rule): Rule => ({ ...checked, aspect: "uses" });
const always = (passed: string): Rule => rule(true, passed, "");
const never = (failed: string): Rule => rule(false, "", failed);

const notBefore = (bound: Date, now: Date, passed: string, failed: string): Rule => ({
  holds: now.getTime() >= bound.getTime(),
  passed: `${passed} ${sentenceTime(bound)}`,
  failed: `${failed} ${sentenceTime(bound)}`,
  missedByMs: bound.getTime() - now.getTime(),
  aspect: "date",
});

const notAfter = (bound: Date, now: Date, passed: string, failed: string): Rule => ({
  holds: now.getTime() <= bound.getTime(),
  passed: `${passed} ${sentenceTime(bound)}`,
  failed: `${failed} ${sentenceTime(bound)}`,
  missedByMs: now.getTime() - bound.getTime(),
  aspect: "date",
});
