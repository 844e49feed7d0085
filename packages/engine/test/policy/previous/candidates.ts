import type { Candidate } from "@gatehouse/contract/entities/event/event.schema";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { sentenceTime } from "@gatehouse/contract/fields/sentence-time";
import {
  isSelectedVehicleType,
  restrictsVehicleTypes,
  vehicleTypeTitle,
} from "@gatehouse/contract/fields/vehicle-type";
import type { AccessQuestion, KnownIdentifier, KnownReservation } from "./access.ts";

/** A candidate with its checks and, if it does not match, the reason. */
export interface EvaluatedCandidate {
  readonly candidate: Candidate;
  readonly vehicle: string;
  readonly refusal: Refusal | undefined;
}

/** Why a candidate does not match, and by how much; the closest one gives the reason of a denial. */
interface Refusal {
  readonly reason: string;
  readonly missedByMs: number;
}

/** One check of a candidate, with the text for either result. */
interface Rule {
  readonly holds: boolean;
  readonly passed: string;
  readonly failed: string;
  readonly missedByMs: number;
}

/** Checks every identifier, then every reservation, in the order of their ids. */
export function evaluateCandidates(question: AccessQuestion, direction: GateType | null): EvaluatedCandidate[] {
  const { identifiers, reservations } = question;
  return [
    ...byId(identifiers).map((known) => evaluate("identifier", known, identifierRules(known, question))),
    ...byId(reservations).map((known) => evaluate("reservation", known, reservationRules(known, question, direction))),
  ];
}

const byId = <Known extends { readonly id: number }>(known: readonly Known[]) =>
  known.toSorted((one, other) => one.id - other.id);

function evaluate(
  kind: Candidate["kind"],
  { id, name, source, vehicle }: KnownIdentifier | KnownReservation,
  rules: readonly Rule[],
): EvaluatedCandidate {
  const checks = rules.map(({ holds, passed, failed }) => ({ text: holds ? passed : failed, isPassed: holds }));
  const broken = rules.find((rule) => !rule.holds);
  return {
    candidate: { kind, id, name, source, checks, isMatch: broken === undefined },
    vehicle,
    refusal: broken && { reason: broken.failed, missedByMs: broken.missedByMs },
  };
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
  if (direction === null) return [...matches, never("Direction unknown: entry or exit")];
  const way = gateTypeTitles[direction].toLowerCase();
  const until = (direction === "N" ? latestEntry : latestExit) ?? validTo;
  return [
    ...matches,
    notBefore(earliestEntry ?? validFrom, now, `Allows ${way} since`, `Reservation allows ${way} from`),
    notAfter(until, now, `Allows ${way} until`, `Reservation allowed ${way} until`),
    ...usageRules(reservation, direction),
  ];
}

/** A single-use reservation allows one entry, then one exit. Without a recorded entry an operator has to open the exit. */
function usageRules({ isForMultipleUse, entries, exits }: KnownReservation, direction: GateType): Rule[] {
  if (isForMultipleUse) return [always("Multiple use allowed")];
  const used = "Reservation already used";
  if (direction === "N") return [rule(entries === 0 && exits === 0, "Not used yet", used)];
  return [
    rule(entries > 0, "Used for entry", "Reservation has no entry yet"),
    rule(exits === 0, "Not used for exit yet", used),
  ];
}

/** Guards against candidates of another plate. Candidates of a tag carry the vehicle's plate, not the tag, so they are not compared. */
function plateRules(vehicle: string, { read }: AccessQuestion): Rule[] {
  if (read.type !== "LICENSE_PLATE") return [];
  const isSamePlate = vehicle === read.normalized;
  const failed = "Plate differs";
  return [{ holds: isSamePlate, passed: "Plate matches", failed, missedByMs: Number.POSITIVE_INFINITY }];
}

/** LIVE-5: a restricted selection of vehicle types applies to tags only. */
function vehicleTypeRules({ vehicleType }: KnownIdentifier, { read, rfidVehicleTypes }: AccessQuestion): Rule[] {
  if (read.type !== "RFID" || !restrictsVehicleTypes(rfidVehicleTypes)) return [];
  const title = vehicleTypeTitle(vehicleType);
  const isSelected = isSelectedVehicleType(rfidVehicleTypes, vehicleType);
  return [rule(isSelected, `Vehicle type ${title} is allowed`, `Vehicle type ${title} is not allowed for tags`)];
}

const rule = (holds: boolean, passed: string, failed: string): Rule => ({ holds, passed, failed, missedByMs: 0 });
const always = (passed: string): Rule => rule(true, passed, "");
const never = (failed: string): Rule => rule(false, "", failed);

const notBefore = (bound: Date, now: Date, passed: string, failed: string): Rule => ({
  holds: now.getTime() >= bound.getTime(),
  passed: `${passed} ${sentenceTime(bound)}`,
  failed: `${failed} ${sentenceTime(bound)}`,
  missedByMs: bound.getTime() - now.getTime(),
});

const notAfter = (bound: Date, now: Date, passed: string, failed: string): Rule => ({
  holds: now.getTime() <= bound.getTime(),
  passed: `${passed} ${sentenceTime(bound)}`,
  failed: `${failed} ${sentenceTime(bound)}`,
  missedByMs: now.getTime() - bound.getTime(),
});
