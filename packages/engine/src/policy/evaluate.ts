import type { DecisionStep } from "@gatehouse/contract/entities/event";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import {
  deny,
  type Evaluation,
  type ListedEntry,
  type RuleQuestion,
  type RuleResult,
  reasonWords,
  type ShadowResult,
  type StageResult,
  toStep,
} from "./evaluation.ts";
import { decideOverride } from "./override.ts";
import { everyone, passageAreas, type Rule } from "./policy.ts";
import { evaluateRules, findApplicable } from "./rules.ts";
import { localText, toLocalTime } from "./schedule.ts";
import { usualSteps } from "./usual-steps.ts";

/** The shadow rules that would have changed the result, each on its own. */
function evaluateShadow(evaluation: Evaluation, verdict: StageResult["verdict"]): ShadowResult[] {
  const { policy, subjects } = evaluation;
  // What decides before the rules is not changed by a rule.
  if (!policy.hasShadowRules || subjects.length === 0 || isBeforeRules.has(verdict.code)) return [];
  return findApplicable(evaluation, "shadow").flatMap((rule) => {
    const other = evaluateRules(evaluation, [], { rules: [rule] }).verdict;
    return other.isGranted === verdict.isGranted ? [] : [toResult(rule, other.isGranted)];
  });
}

const isBeforeRules: ReadonlySet<string> = new Set([
  "allow.hold-open",
  "allow.evacuate",
  "deny.lockdown",
  "deny.list",
] satisfies StageResult["verdict"]["code"][]);

const toResult = ({ id, name }: Rule, isGranted: boolean): ShadowResult => ({
  ruleId: id,
  name,
  text: `Would have been ${isGranted ? "allowed" : "denied"} by "${name}"`,
});

/** Evaluates the rules in their fixed order. Pure: the same question always gets the same result. */
export function evaluatePolicy(question: RuleQuestion): RuleResult {
  const { timeZone } = question.policy;
  const local = toLocalTime(question.now, timeZone);
  const evaluation: Evaluation = {
    ...question,
    local,
    time: { localTime: localText(local), timeZone },
    areas: passageAreas(question.gate, question.direction),
    isExit: question.direction === "X",
    groupIds: listGroups(question.subjects),
  };
  const watched = question.lists.filter((entry) => entry.kind === "watch" && isListed(entry, question.now));
  const { steps, verdict } = decide(evaluation);
  return {
    ...verdict,
    steps: [...steps, ...watched.map(watchStep)],
    shadow: evaluateShadow(evaluation, verdict),
    watched,
  };
}

function listGroups(subjects: RuleQuestion["subjects"]): number[] {
  const groups = [everyone];
  for (const { groupIds } of subjects) for (const id of groupIds) if (!groups.includes(id)) groups.push(id);
  return groups;
}

function decide(evaluation: Evaluation): StageResult {
  const overridden = decideOverride(evaluation);
  if (overridden.verdict) return { steps: overridden.steps, verdict: overridden.verdict };
  const { steps: listSteps, denied, notes } = checkDenyList(evaluation);
  const before = [...overridden.steps, ...listSteps];
  if (denied) return { steps: before, verdict: denied };
  const { steps, verdict } = evaluateRules(evaluation, notes);
  return { steps: [...before, ...steps], verdict };
}

const isListed = ({ until }: ListedEntry, now: Date): boolean => until === null || now.getTime() < until.getTime();

/** A listed vehicle may leave, unless a deny rule for exits says otherwise. */
function checkDenyList({ lists, now, isExit }: Evaluation): {
  steps: DecisionStep[];
  denied?: StageResult["verdict"];
  notes: string[];
} {
  const entry = lists.find((listed) => listed.kind === "deny" && isListed(listed, now));
  if (!entry) return { steps: [usualSteps["deny-list"]], notes: [] };
  const text = `${entry.iid}${reasonWords.denyList}${entry.reason}`;
  const steps = [toStep("deny-list", isExit, text, { entry: entry.id, until: entry.until?.toISOString() ?? null })];
  if (isExit) return { steps, notes: [text] };
  const wait = entry.until === null ? "" : `, or wait until ${sentenceTime(entry.until)}`;
  const fix = `Remove ${entry.iid} from the deny list${wait}`;
  return { steps, denied: deny("deny.list", text, fix), notes: [] };
}

const watchStep = ({ id, iid, reason }: ListedEntry): DecisionStep =>
  toStep("watch-list", true, `${iid} is on the watch list: ${reason}`, { entry: id });
