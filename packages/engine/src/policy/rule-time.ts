import { sentenceTime } from "@gatehouse/contract/fields/time";
import type { Evaluation } from "./evaluation.ts";
import type { Rule } from "./policy.ts";
import { isScheduleOpen, type MissedWindow, nearestWindow, openWindow } from "./schedule.ts";

type DecisionTime = Pick<Evaluation, "now" | "local">;

/** Whether a rule applies at the time of the decision. */
export const isRuleOpen = (rule: Rule, time: DecisionTime): boolean =>
  isWithinTimes(rule, time) === (rule.times === "during");

function isWithinTimes({ schedule, validFrom, validTo }: Rule, { now, local }: DecisionTime): boolean {
  const ms = now.getTime();
  if (validFrom && ms < validFrom.getTime()) return false;
  if (validTo && ms > validTo.getTime()) return false;
  return schedule === null || isScheduleOpen(schedule, local);
}

/** The window of an open rule; null if it is always open. */
export const ruleWindow = ({ schedule }: Rule, { local }: DecisionTime): string | null =>
  schedule && openWindow(schedule, local);

/** By how much a closed rule was missed; null if it never opens. */
export function missedTime(rule: Rule, { now, local }: DecisionTime): MissedWindow | null {
  const { validFrom, validTo, schedule } = rule;
  const ms = now.getTime();
  if (validFrom && ms < validFrom.getTime())
    return {
      kind: "from",
      text: sentenceTime(validFrom),
      was: sentenceTime(now),
      missedByMs: validFrom.getTime() - ms,
    };
  if (validTo && ms > validTo.getTime())
    return { kind: "until", text: sentenceTime(validTo), was: sentenceTime(now), missedByMs: ms - validTo.getTime() };
  return schedule && nearestWindow(schedule, local);
}
