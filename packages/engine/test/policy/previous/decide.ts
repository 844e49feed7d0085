import type { Check } from "@gatehouse/contract/entities/event/event.schema";
import type { EventTiming } from "@gatehouse/contract/events/event-module";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { characterFault } from "@gatehouse/contract/fields/identifier-text";
import { anprAccessControl, rfidAccessControl } from "@gatehouse/contract/modules/access-control";
import type { AccessDecision, AccessQuestion } from "./access.ts";
import { type EvaluatedCandidate, evaluateCandidates } from "./candidates.ts";

/** ENG-1: decides whether a plate or tag opens the gate where it was read; the trace lists every check. */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { read } = question;
  const { direction, checks: directionChecks } = directionOf(question);
  const preconditions = [moduleCheck(question), gateCheck(question), timeCheck(question)];
  const readable = readCheck(question);
  // ID-7: a read with forbidden characters matches nothing.
  const evaluated = readable.isPassed ? evaluateCandidates(question, direction) : [];
  // If a precondition fails, access is neither granted nor denied.
  const failedCheck = preconditions.find((precondition) => !precondition.isPassed);
  const canDecide = failedCheck === undefined && readable.isPassed;
  const grant = canDecide ? evaluated.find(({ candidate }) => candidate.isMatch)?.candidate : undefined;
  const isGranted = grant !== undefined;
  return {
    trace: {
      read,
      direction,
      checks: [...preconditions, readable, ...directionChecks],
      candidates: evaluated.map(({ candidate }) => candidate),
      isGranted: failedCheck === undefined ? isGranted : null,
      reason: grant
        ? `Valid ${grant.kind} ${grant.name}`
        : (failedCheck?.text ?? denialReason(question, readable, evaluated)),
    },
    direction,
    isGranted,
    status: isGranted ? "PROCESSED" : "RECEIVED",
    grant: grant ? { kind: grant.kind, id: grant.id } : null,
    vehicle: vehicleOf(question, evaluated),
  };
}

const check = (isPassed: boolean, passed: string, failed: string): Check => ({
  text: isPassed ? passed : failed,
  isPassed,
});

const modules = { LICENSE_PLATE: anprAccessControl.title, RFID: rfidAccessControl.title };

/** MOD-3: an inactive module triggers nothing. */
const moduleCheck = ({ isModuleActive, read }: AccessQuestion): Check =>
  check(isModuleActive, `${modules[read.type]} is active`, `${modules[read.type]} is not active`);

const readTitles = { LICENSE_PLATE: "plate", RFID: "tag" };

function readCheck({ read: { type, raw, normalized } }: AccessQuestion): Check {
  if (normalized === "") return { text: "No legible plate or tag", isPassed: false };
  const fault = characterFault(type, raw);
  if (fault === undefined) return { text: `Read as ${normalized}`, isPassed: true };
  const words = `${fault.charAt(0).toLowerCase()}${fault.slice(1)}`;
  return { text: `The ${readTitles[type]} ${words}`, isPassed: false };
}

const sources = { LICENSE_PLATE: "camera", RFID: "reader" };

function gateCheck({ gate, reader, read }: AccessQuestion): Check {
  if (gate === null && reader !== null)
    return { text: `Read at reader ${reader.name}, which opens ${reader.barrier}`, isPassed: true };
  return check(gate !== null, `Read at gate ${gate?.name}`, `This ${sources[read.type]} isn't assigned to a gate`);
}

/** ENG-4: late and future events never open a gate. */
const outOfTime: Record<Exclude<EventTiming, "live">, string> = {
  late: "Event arrived too late to open the gate",
  future: "Device clock is ahead, so the gate stays closed",
  unreadable: "The device's time can't be read, so the gate stays closed",
};

function timeCheck({ timing, isAfterwards, lacksTime = false }: AccessQuestion): Check {
  if (timing !== "live") return { text: outOfTime[timing], isPassed: false };
  // FEED-1, FEED-5: a message of unknown age may be old.
  if (lacksTime) return { text: "Event has no time, which the device's settings require for opening", isPassed: false };
  return check(!isAfterwards, "Event is recent", "Vehicle has already passed");
}

/** ENG-1: the type of the gate, unless a bidirectional camera reported the direction. */
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
function denialReason({ read }: AccessQuestion, readable: Check, evaluated: readonly EvaluatedCandidate[]): string {
  if (!readable.isPassed) return readable.text;
  const [nearest] = evaluated
    .flatMap(({ refusal }) => refusal ?? [])
    .toSorted((one, other) => compare(one.missedByMs, other.missedByMs));
  return nearest?.reason ?? `${read.type === "RFID" ? "Tag" : "Plate"} not registered`;
}

// Not a subtraction, because Infinity - Infinity is NaN.
const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other));

/** A tag's vehicle is its registered plate, valid or not, so the key stays the same during a passage. */
function vehicleOf({ read }: AccessQuestion, evaluated: readonly EvaluatedCandidate[]): string {
  if (read.type === "LICENSE_PLATE") return read.normalized;
  return evaluated.find(({ vehicle }) => vehicle !== "")?.vehicle ?? read.normalized;
}
