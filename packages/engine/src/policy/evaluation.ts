import type { DecisionStep } from "@gatehouse/contract/entities/event";
import { type AccessReason, type AccessStep, accessReasons } from "@gatehouse/contract/events/decision";
import { type LookAlikeRequirement, lookAlikeRequirements } from "@gatehouse/contract/events/read-quality";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { Policy, Rule, RuleGate } from "./policy.ts";
import type { Occupancy, VehiclePresence } from "./presence.ts";
import type { LocalTime } from "./schedule.ts";

/** A valid identifier, reservation or pass of the vehicle. */
export interface Subject {
  readonly kind: "identifier" | "reservation" | "pass";
  readonly id: number;
  readonly name: string;
  readonly groupIds: readonly number[];
  /** Why it has no uses left; null if it has. */
  readonly usedUp: string | null;
  /** Why it would not be valid if this were not an exit. */
  readonly invalid: string | null;
}

/** An entry of the deny or watch list. */
export interface ListedEntry {
  readonly id: number;
  readonly kind: "deny" | "watch";
  readonly iid: string;
  readonly reason: string;
  readonly until: Date | null;
}

/** The read plate can be confused with another registered one, and the pair requires more than a matching read. */
export interface LookAlike {
  readonly requirement: Exclude<LookAlikeRequirement, "none">;
  /** The plate that it can be confused with. */
  readonly other: string;
}

/** The strictest requirement of each plate; a plate may look like several others. */
export function strictestLookAlikes(
  pairs: readonly (LookAlike & { readonly plate: string })[],
): Map<string, LookAlike> {
  const strictest = pairs.toSorted(
    (one, other) => lookAlikeRequirements.indexOf(one.requirement) - lookAlikeRequirements.indexOf(other.requirement),
  );
  return new Map(strictest.map(({ plate, other, requirement }) => [plate, { other, requirement }]));
}

/** The stored facts about a vehicle. */
export interface VehicleFacts {
  /** Absent if the read can't be confused, such as that of a tag. */
  readonly lookAlike?: (LookAlike & { readonly confidence: number | null }) | undefined;
  readonly lists: readonly ListedEntry[];
  readonly presence: VehiclePresence | null;
  readonly occupancy: Occupancy;
  /** Plate and tag were both read. */
  readonly hasBothFactors: boolean;
}

/** What rules decide about. */
export interface RuleQuestion extends VehicleFacts {
  readonly policy: Policy;
  readonly gate: RuleGate;
  readonly direction: GateType;
  readonly now: Date;
  readonly subjects: readonly Subject[];
  /** False leaves out the details of passed steps, which are not read then. Default: true. */
  readonly isTraced?: boolean;
  /** Why there is no subject. */
  readonly unidentified: { readonly code: AccessReason; readonly reason: string; readonly fix: string | null };
}

/** A question with what follows from it. */
export interface Evaluation extends RuleQuestion {
  readonly local: LocalTime;
  readonly time: { readonly localTime: string; readonly timeZone: string };
  readonly areas: { readonly from: number | null; readonly to: number | null };
  readonly isExit: boolean;
  /** The groups of all identifiers of the vehicle, `everyone` first. */
  readonly groupIds: readonly number[];
}

export interface RuleResult {
  readonly isGranted: boolean;
  readonly code: AccessReason;
  readonly reason: string;
  readonly fix: string | null;
  readonly steps: readonly DecisionStep[];
  /** Null if an override decided, or if access was denied. */
  readonly option: Option | null;
  readonly shadow: readonly ShadowResult[];
  readonly watched: readonly ListedEntry[];
}

/** The result of one stage: steps so far, and the verdict if it is final. */
export interface StageResult {
  readonly steps: readonly DecisionStep[];
  readonly verdict: Omit<RuleResult, "steps" | "shadow" | "watched">;
}

/** A way to be allowed: a rule for a subject; a pass needs no rule. */
export interface Option {
  readonly rule: Rule | null;
  readonly subject: Subject;
}

/** What a rule in shadow mode would have changed. */
export interface ShadowResult {
  readonly ruleId: number;
  readonly name: string;
  readonly text: string;
}

/** Words of reasons that a replay recognises. */
export const reasonWords = { denyList: " is on the deny list: ", lookAlike: "Looks like " } as const;

/** A step of the trace. */
export const toStep = (
  step: AccessStep,
  isPassed: boolean,
  text: string,
  facts: DecisionStep["facts"] = {},
): DecisionStep => ({ step, text, isPassed, facts });

/** A passed step, as it is worked out only if it is read. */
export const passedStep = (
  { isTraced = true }: Pick<RuleQuestion, "isTraced">,
  make: () => DecisionStep,
): DecisionStep => (isTraced ? make() : unread);

const unread = toStep("gate", true, "");

/** A denial. */
export const deny = (code: AccessReason, reason: string, fix: string | null): StageResult["verdict"] => ({
  isGranted: false,
  code,
  reason: reason === "" ? accessReasons[code] : reason,
  fix,
  option: null,
});

/** The local time and zone of a decision, as facts. */
export const timeFacts = ({ time }: Pick<Evaluation, "time">) => time;
