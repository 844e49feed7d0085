import type { Check } from "@gatehouse/contract/entities/event/event.schema";
import type { EventTiming } from "@gatehouse/contract/events/event-module";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { characterFault } from "@gatehouse/contract/fields/identifier-text";
import { anprAccessControl, rfidAccessControl } from "@gatehouse/contract/modules/access-control";
import type { AccessDecision, AccessQuestion } from "./access.ts";
import { type Judged, judgeCandidates } from "./candidates.ts";

/** ENG-1: whether what was read opens the gate it was read at, now; the trace tells every step on the way. */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { read } = question;
  const { direction, checks: directionChecks } = directionOf(question);
  const grounds = [moduleCheck(question), gateCheck(question), timeCheck(question)];
  const legible = legibleCheck(question);
  // ID-7: what contains characters that are not allowed matches nothing.
  const judged = legible.isPassed ? judgeCandidates(question, direction) : [];
  // Where a ground is missing there is nothing to decide: nobody is granted and nobody is turned away.
  const hindrance = grounds.find((ground) => !ground.isPassed);
  const isOpenQuestion = hindrance === undefined && legible.isPassed;
  const grant = isOpenQuestion ? judged.find(({ candidate }) => candidate.isMatch)?.candidate : undefined;
  const isGranted = grant !== undefined;
  return {
    trace: {
      read,
      direction,
      checks: [...grounds, legible, ...directionChecks],
      candidates: judged.map(({ candidate }) => candidate),
      isGranted: hindrance === undefined ? isGranted : null,
      reason: grant ? `Valid ${grant.kind} ${grant.name}` : (hindrance?.text ?? refusalOf(question, legible, judged)),
    },
    direction,
    isGranted,
    status: isGranted ? "PROCESSED" : "RECEIVED",
    grant: grant ? { kind: grant.kind, id: grant.id } : null,
    vehicle: vehicleOf(question, judged),
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

function legibleCheck({ read: { type, raw, normalized } }: AccessQuestion): Check {
  if (normalized === "") return { text: "No legible plate or tag", isPassed: false };
  const fault = characterFault(type, raw);
  if (fault === undefined) return { text: `Read as ${normalized}`, isPassed: true };
  const words = `${fault.charAt(0).toLowerCase()}${fault.slice(1)}`;
  return { text: `The ${readTitles[type]} ${words}`, isPassed: false };
}

const sources = { LICENSE_PLATE: "camera", RFID: "reader" };

const gateCheck = ({ gate, read }: AccessQuestion): Check =>
  check(gate !== null, `Read at gate ${gate?.name}`, `This ${sources[read.type]} isn't assigned to a gate`);

/** ENG-4: what is not of this moment opens nothing. */
const outOfTime: Record<Exclude<EventTiming, "live">, string> = {
  late: "Event arrived too late to open the gate",
  future: "Device clock is ahead, so the gate stays closed",
};

function timeCheck({ timing, isAfterwards }: AccessQuestion): Check {
  if (timing !== "live") return { text: outOfTime[timing], isPassed: false };
  return check(!isAfterwards, "Event is recent", "Vehicle has already passed");
}

/** ENG-1: the gate's type, but a bidirectional camera knows better where it saw the direction. */
function directionOf({ gate, isBidirectional, seenDirection }: AccessQuestion): {
  direction: GateType | null;
  checks: Check[];
} {
  const told = (direction: GateType, how: string) => ({
    direction,
    checks: [{ text: `Direction: ${gateTypeTitles[direction].toLowerCase()} (${how})`, isPassed: true }],
  });
  if (isBidirectional && seenDirection !== null) return told(seenDirection, "from camera");
  if (gate === null) return { direction: null, checks: [] };
  if (isBidirectional) return told(gate.type, "from gate: the camera reported none");
  return told(gate.type, "from gate");
}

/** Of several that failed, the one that was nearest to opening: people ask about that one. */
function refusalOf({ read }: AccessQuestion, legible: Check, judged: readonly Judged[]): string {
  if (!legible.isPassed) return legible.text;
  const [nearest] = judged
    .flatMap(({ refusal }) => refusal ?? [])
    .toSorted((one, other) => compare(one.missedByMs, other.missedByMs));
  return nearest?.reason ?? `${read.type === "RFID" ? "Tag" : "Plate"} not registered`;
}

// A difference of two infinities would be no number.
const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other));

/** A plate is its vehicle. A tag is the plate it belongs to, valid or not, so that its key holds during a passage. */
function vehicleOf({ read }: AccessQuestion, judged: readonly Judged[]): string {
  if (read.type === "LICENSE_PLATE") return read.normalized;
  return judged.find(({ vehicle }) => vehicle !== "")?.vehicle ?? read.normalized;
}
