import type { Check } from "@gatehouse/contract/entities/event";
import type { EventTiming } from "@gatehouse/contract/events/event-module";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { characterError } from "@gatehouse/contract/fields/identifier-text";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { anprAccessControl, rfidAccessControl } from "@gatehouse/contract/modules/access-control";
import { evaluatePolicy } from "../policy/evaluate.ts";
import { type RuleQuestion, type RuleResult, type Subject, toStep } from "../policy/evaluation.ts";
import { compilePolicy } from "../policy/policy.ts";
import { emptySite } from "../policy/presence.ts";
import type { AccessDecision, AccessFacts, AccessQuestion } from "./access.ts";
import { byId, type EvaluatedCandidate, evaluateCandidates } from "./candidates.ts";
import { useFailures } from "./failed-checks.ts";

/** Decides whether a plate or tag opens the gate where it was read; the trace lists every check. */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { read } = question;
  const { direction, checks: directionChecks } = directionOf(question);
  const atGate = gateCheck(question);
  const preconditions = [moduleCheck(question), atGate, timeCheck(question)];
  const readable = readCheck(question);
  // A read with forbidden characters matches nothing.
  const others = readable.isPassed ? evaluateOtherFactor(question, direction) : [];
  const evaluated = readable.isPassed ? [...evaluateCandidates(question, direction), ...addedBy(question, others)] : [];
  // If a precondition fails, access is neither granted nor denied.
  const failed = preconditions.findIndex((precondition) => !precondition.isPassed);
  const failedCheck = preconditions[failed];
  const gateStep = toStep("gate", failedCheck === undefined, (failedCheck ?? atGate).text);
  const result =
    failedCheck === undefined && direction !== null
      ? applyRules(question, { direction, readable, evaluated, hasBothFactors: hasBoth(question, others) })
      : { ...undecided, code: undecidedCodes[failed] ?? "undecided.no-gate", reason: failedCheck?.text ?? "" };
  const { isGranted, option } = result;
  return {
    trace: {
      read,
      direction,
      checks: [...preconditions, readable, ...directionChecks],
      candidates: evaluated.map(({ candidate }) => candidate),
      isGranted: failedCheck === undefined ? isGranted : null,
      reason: result.reason,
      reasonCode: result.code,
      nearestFix: result.fix,
      steps: [gateStep, ...result.steps],
      policyVersion: question.access?.policy.hasRules ? question.access.policy.version : null,
      ...(result.shadow.length > 0 && { shadow: [...result.shadow] }),
    },
    direction,
    isGranted,
    status: isGranted ? "PROCESSED" : "RECEIVED",
    grant: option && { kind: option.subject.kind, id: option.subject.id },
    vehicle: readable.isPassed ? findVehicle(question) : read.normalized,
    reasonCode: result.code,
    watched: result.watched,
    groupIds: [...new Set(evaluated.flatMap(({ groupIds, isIdentified }) => (isIdentified ? groupIds : [])))],
  };
}

/** The codes of the preconditions, in their order. */
const undecidedCodes = ["undecided.module-inactive", "undecided.no-gate", "undecided.not-live"] as const;

const undecided = { isGranted: false, fix: null, steps: [], option: null, shadow: [], watched: [] } as const;

const noPolicy = compilePolicy({
  version: null,
  timeZone: "UTC",
  groups: [],
  areas: [],
  schedules: [],
  rules: [],
  overrides: [],
});

const noFacts: AccessFacts = {
  policy: noPolicy,
  passes: [],
  lists: [],
  presence: null,
  occupancy: emptySite,
};

/** What identifies the vehicle by its other factor. */
function evaluateOtherFactor(question: AccessQuestion, direction: GateType | null): EvaluatedCandidate[] {
  const { access } = question;
  if (!access?.otherFactor) return [];
  const { passes, ...other } = access.otherFactor;
  const evaluated = evaluateCandidates({ ...question, ...other, access: { ...access, passes } }, direction);
  return evaluated.filter(({ isIdentified }) => isIdentified);
}

/** A plate needs no registration of its own, because it is that of the tag; a tag must be valid. */
const hasBoth = ({ access }: AccessQuestion, others: readonly EvaluatedCandidate[]): boolean =>
  access?.otherFactor != null && (access.otherFactor.read.type === "LICENSE_PLATE" || others.length > 0);

/** With rules for both factors, the groups of both count, whichever was read last. */
const addedBy = ({ access, identifiers }: AccessQuestion, others: readonly EvaluatedCandidate[]) =>
  access?.policy.requiresBothFactors === true
    ? others.filter(
        ({ candidate: { kind, id } }) => kind === "identifier" && identifiers.every((known) => known.id !== id),
      )
    : [];

/** Overrides, lists and rules, in their fixed order. */
function applyRules(
  question: AccessQuestion,
  parts: {
    direction: GateType;
    readable: Check;
    evaluated: readonly EvaluatedCandidate[];
    hasBothFactors: boolean;
  },
): RuleResult {
  const { direction, readable, evaluated, hasBothFactors } = parts;
  const { gate, reader, now, access = noFacts } = question;
  const denial = denialReason(question, readable, evaluated);
  const result = evaluatePolicy({
    ...access,
    hasBothFactors,
    // Rules for all gates also apply to a reader without a gate.
    gate: gate ?? { id: noGateId, name: reader?.name ?? "", type: reader?.type ?? direction },
    direction,
    now,
    subjects: toSubjects(evaluated),
    unidentified: denial,
  });
  if (result.code !== "deny.no-uses") return result;
  const fix = denial.reason === useFailures.noEntry ? "Open the gate by hand: no entry was recorded" : result.fix;
  return { ...result, reason: denial.reason, fix };
}

const noGateId = 0;

/** The identified candidates; those that are valid first. */
const toSubjects = (evaluated: readonly EvaluatedCandidate[]): Subject[] =>
  evaluated
    .filter(({ isIdentified }) => isIdentified)
    .map(({ candidate: { kind, id, name }, groupIds, usedUp, invalid }) => ({
      kind,
      id,
      name,
      groupIds,
      usedUp,
      invalid,
    }))
    .sort((one, other) => Number(one.invalid !== null) - Number(other.invalid !== null));

const check = (isPassed: boolean, passed: string, failed: string): Check => ({
  text: isPassed ? passed : failed,
  isPassed,
});

const modules = { LICENSE_PLATE: anprAccessControl.title, RFID: rfidAccessControl.title };

/** An inactive module triggers nothing. */
const moduleCheck = ({ isModuleActive, read }: AccessQuestion): Check =>
  check(isModuleActive, `${modules[read.type]} is active`, `${modules[read.type]} is not active`);

const readTitles = { LICENSE_PLATE: "plate", RFID: "tag" };

function readCheck({ read: { type, raw, normalized } }: AccessQuestion): Check {
  if (normalized === "") return { text: "No legible plate or tag", isPassed: false };
  const error = characterError(type, raw);
  if (error === undefined) return { text: `Read as ${normalized}`, isPassed: true };
  const words = `${error.charAt(0).toLowerCase()}${error.slice(1)}`;
  return { text: `The ${readTitles[type]} ${words}`, isPassed: false };
}

const sources = { LICENSE_PLATE: "camera", RFID: "reader" };

function gateCheck({ gate, reader, read }: AccessQuestion): Check {
  if (gate === null && reader !== null)
    return { text: `Read at reader ${reader.name}, which opens ${reader.barrier}`, isPassed: true };
  return check(gate !== null, `Read at gate ${gate?.name}`, `This ${sources[read.type]} isn't assigned to a gate`);
}

/** Late and future events never open a gate. */
const outOfTime: Record<Exclude<EventTiming, "live">, string> = {
  late: "Event arrived too late to open the gate",
  future: "Device clock is ahead, so the gate stays closed",
  unreadable: "The device's time can't be read, so the gate stays closed",
};

function timeCheck({ timing, isAfterwards, lacksTime = false }: AccessQuestion): Check {
  if (timing !== "live") return { text: outOfTime[timing], isPassed: false };
  // A message of unknown age may be old.
  if (lacksTime) return { text: "Event has no time, which the device's settings require for opening", isPassed: false };
  return check(!isAfterwards, "Event is recent", "Vehicle has already passed");
}

/** The type of the gate, unless a bidirectional camera reported the direction. */
function directionOf({ gate, reader, isBidirectional, seenDirection }: AccessQuestion): {
  direction: GateType | null;
  checks: Check[];
} {
  const fromSource = (direction: GateType, how: string) => ({
    direction,
    checks: [{ text: `Direction: ${gateTypeTitles[direction].toLowerCase()} (${how})`, isPassed: true }],
  });
  if (isBidirectional && seenDirection !== null) return fromSource(seenDirection, "from camera");
  if (gate === null) return reader ? fromSource(reader.type, "from reader") : { direction: null, checks: [] };
  if (isBidirectional) return fromSource(gate.type, "from gate: the camera reported none");
  return fromSource(gate.type, "from gate");
}

/** The reason of the candidate that came closest to matching. */
function denialReason(
  { read }: AccessQuestion,
  readable: Check,
  evaluated: readonly EvaluatedCandidate[],
): RuleQuestion["unidentified"] {
  const title = readTitles[read.type];
  if (!readable.isPassed)
    return {
      code: "deny.unreadable",
      reason: readable.text,
      fix: `Read the ${title} again, or open the gate by hand`,
    };
  const [nearest] = evaluated
    .map(({ denial: error }) => error)
    .filter((error) => error !== undefined)
    .toSorted((one, other) => compare(one.missedByMs, other.missedByMs));
  if (nearest) return { code: "deny.not-valid", reason: nearest.reason, fix: nearest.fix };
  const noun = read.type === "RFID" ? "Tag" : "Plate";
  return {
    code: "deny.unknown",
    reason: `${noun} not registered`,
    fix: `Register ${formatPlate(read.normalized)}, or issue a pass`,
  };
}

// Not a subtraction, because Infinity - Infinity is NaN.
const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other));

/** A tag's vehicle is its registered plate, valid or not, so the key stays the same during a passage. */
export function findVehicle(
  question: Pick<AccessQuestion, "read" | "identifiers" | "reservations"> & {
    readonly access?: Pick<AccessFacts, "passes"> | undefined;
  },
): string {
  const { read, identifiers, reservations, access } = question;
  if (read.type === "LICENSE_PLATE") return read.normalized;
  const known = [...byId(identifiers), ...byId(reservations), ...byId(access?.passes ?? [])];
  return known.find(({ vehicle }) => vehicle !== "")?.vehicle ?? read.normalized;
}
