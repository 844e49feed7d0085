import type { Candidate, DecisionStep } from "@gatehouse/contract/entities/event";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { type Aspect, failedAspect, isLenientFor, multipleUse, sortFailures } from "../access/failed-checks.ts";
import {
  type ListedEntry,
  type LookAlike,
  type RuleQuestion,
  reasonWords,
  type Subject,
  type VehicleFacts,
} from "../policy/evaluation.ts";

/** A stored read at a gate, with the facts that its trace recorded. */
export interface PastRead {
  readonly id: number;
  readonly module: EventModule;
  readonly at: Date;
  readonly gateId: number;
  readonly gateName: string;
  readonly direction: GateType;
  /** The plate, or the tag of a vehicle without a registered plate. */
  readonly vehicle: string;
  readonly isGranted: boolean;
  /** Null in events that were stored by earlier versions. */
  readonly reasonCode: AccessReason | null;
  readonly reason: string;
  readonly nearestFix: string | null;
  /** The event whose passage this is a further read of. */
  readonly passageOf: number | null;
  /** Whether the barrier opened, as far as it reported. */
  readonly isConfirmed: boolean;
  readonly subjects: readonly PastSubject[];
  /** The entries of the lists that the vehicle was on. */
  readonly lists: readonly ListedEntry[];
  /** What the plate could be confused with, and the confidence of the read. */
  readonly lookAlike: VehicleFacts["lookAlike"];
  /** The version of the rules that decided; null without rules. */
  readonly policyVersion: number | null;
}

/** An identifier, reservation or pass that matched a read. */
export interface PastSubject {
  readonly kind: Candidate["kind"];
  readonly id: number;
  readonly name: string;
  readonly failed: readonly { readonly aspect: Aspect; readonly text: string }[];
  /** Whether its uses are counted, so that an earlier passage changes whether it is valid. */
  readonly isCounted: boolean;
}

/** The facts about a candidate that its trace recorded. */
export function toPastSubject({ kind, id, name, checks }: Candidate): PastSubject {
  const failed = checks.filter(({ isPassed }) => !isPassed).map(({ text }) => ({ aspect: failedAspect(text), text }));
  const isCounted = kind === "pass" || (kind === "reservation" && checks.every(({ text }) => text !== multipleUse));
  return { kind, id, name, failed, isCounted };
}

/** The facts about a vehicle that the steps of a trace recorded. */
export function toPastFacts(
  steps: readonly DecisionStep[],
  present: { readonly lookAlike: LookAlike | undefined; readonly confidence: number | null },
): Pick<PastRead, "lists" | "lookAlike"> {
  const lists = steps
    .filter(({ step, facts }) => step === "deny-list" && typeof facts.entry === "number")
    .map(({ text, facts }): ListedEntry => {
      const [iid = "", reason = ""] = text.split(reasonWords.denyList);
      return { id: Number(facts.entry), kind: "deny", iid, reason, until: null };
    });
  return { lists, lookAlike: toLookAlike(steps, present) };
}

/** Steps that follow the check of look-alikes. */
const afterLookAlikes: ReadonlySet<DecisionStep["step"]> = new Set([
  "factors",
  "anti-passback",
  "capacity",
  "quota",
  "uses",
] satisfies DecisionStep["step"][]);

/** As recorded; the present requirement of the plate if the recorded decision ended before that check. */
function toLookAlike(
  steps: readonly DecisionStep[],
  { lookAlike, confidence }: Parameters<typeof toPastFacts>[1],
): PastRead["lookAlike"] {
  const recorded = steps.find(({ step }) => step === "look-alike")?.facts;
  if (recorded)
    return {
      requirement: recorded.requirement as LookAlike["requirement"],
      other: String(recorded.lookAlike),
      confidence: typeof recorded.confidence === "number" ? recorded.confidence : null,
    };
  const wasChecked = steps.some(({ step }) => afterLookAlikes.has(step));
  return lookAlike && !wasChecked ? { ...lookAlike, confidence } : undefined;
}

/** The identified subjects of a read under a policy. With rules, an exit is never denied for an expiry. */
export function toSubjects(
  { subjects, direction }: PastRead,
  hasRules: boolean,
  groupsOf: (subject: PastSubject) => readonly number[],
): Subject[] {
  const identified: Subject[] = [];
  for (const subject of subjects) {
    const { kind, id, name, failed } = subject;
    const { isIdentified, usedUp, invalid } = sortFailures(failed, isLenientFor(kind, direction, hasRules));
    if (isIdentified) identified.push({ kind, id, name, groupIds: groupsOf(subject), usedUp, invalid });
  }
  if (identified.length < 2) return identified;
  return identified.sort((one, other) => Number(one.invalid !== null) - Number(other.invalid !== null));
}

/** Why a read has no identified subject, in the recorded words where there are some. */
export function toUnidentified({ subjects, reasonCode, reason, nearestFix }: PastRead): RuleQuestion["unidentified"] {
  if (reasonCode === "deny.unknown" || reasonCode === "deny.unreadable" || reasonCode === "deny.not-valid")
    return { code: reasonCode, reason, fix: nearestFix };
  const text = subjects[0]?.failed[0]?.text;
  if (text !== undefined) return { code: "deny.not-valid", reason: text, fix: text };
  return { code: "deny.unknown", reason, fix: null };
}
