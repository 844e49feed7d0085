import { sentenceTime } from "@gatehouse/contract/fields/sentence-time";
import type { Evaluation } from "./evaluation.ts";
import type { Rule } from "./policy.ts";
import { type MissedWindow, nearestWindow, openWindow } from "./schedule.ts";

/** Whether a rule applies at the time of the decision, and its window. */
export function ruleTime(
  { schedule, validFrom, validTo }: Rule,
  { now, local }: Pick<Evaluation, "now" | "local">,
): { isOpen: boolean; window: string | null } {
  const ms = now.getTime();
  if (validFrom && ms < validFrom.getTime()) return { isOpen: false, window: null };
  if (validTo && ms > validTo.getTime()) return { isOpen: false, window: null };
  if (schedule === null) return { isOpen: true, window: null };
  const window = openWindow(schedule, local);
  return { isOpen: window !== null, window };
}

/** By how much a closed rule was missed; null if it never opens. */
export function missedTime(rule: Rule, { now, local }: Pick<Evaluation, "now" | "local">): MissedWindow | null {
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
