import type { DecisionStep } from "@gatehouse/contract/entities/event";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import { deny, type Evaluation, type Option, passedStep, type StageResult, timeFacts, toStep } from "./evaluation.ts";
import { noRuleFix, scheduleFix } from "./nearest-fix.ts";
import { type ActiveMode, everyone, type Rule } from "./policy.ts";
import { isRuleOpen, ruleWindow } from "./rule-time.ts";
import {
  checkAntiPassback,
  checkCapacity,
  checkFactors,
  checkLookAlike,
  checkQuota,
  checkUses,
  type Stage,
} from "./stages.ts";
import { usualSteps } from "./usual-steps.ts";

/** Rules that are evaluated besides the enforced ones, to see what they would change. */
export interface ExtraRules {
  readonly rules: readonly Rule[];
}

/**
 * Identity, deny rules, then the union of allow rules. Every stage removes options; access is granted if one remains.
 * So an additional allow rule never denies, and an additional deny rule never grants.
 */
export function evaluateRules(
  evaluation: Evaluation,
  listNotes: readonly string[],
  extra: ExtraRules = { rules: [] },
): StageResult {
  const { subjects, unidentified, policy } = evaluation;
  if (subjects.length === 0) {
    const { code, reason, fix } = unidentified;
    return { steps: [toStep("identity", false, reason, timeFacts(evaluation))], verdict: deny(code, reason, fix) };
  }
  const steps: DecisionStep[] = [identityStep(evaluation)];
  // Without rules, every valid identifier and reservation is allowed.
  if (!policy.hasRules && extra.rules.length === 0)
    return finish(evaluation, steps, subjects.map(withoutRule), listNotes);
  const enforced = findApplicable(evaluation);
  const applicable = extra.rules.length === 0 ? enforced : [...enforced, ...extra.rules];
  const denied = checkDenyRules(evaluation, applicable);
  steps.push(denied.step);
  if (denied.verdict) return { steps, verdict: denied.verdict };
  const allowed = checkAllowRules(evaluation, applicable, policy.hasRules);
  steps.push(allowed.step);
  if (allowed.verdict) return { steps, verdict: allowed.verdict };
  return finish(evaluation, steps, allowed.options, listNotes);
}

const withoutRule = (subject: Option["subject"]): Option => ({ rule: null, subject });

function identityStep(evaluation: Evaluation): DecisionStep {
  const { subjects, policy, groupIds } = evaluation;
  const [first] = subjects;
  return passedStep(evaluation, () => {
    const groups = groupIds.filter((id) => id !== everyone).map((id) => policy.groups.get(id) ?? `${id}`);
    return toStep("identity", true, first?.invalid ?? `Known as ${first?.kind} ${first?.name}`, {
      groups: groups.join(", ") || null,
      ...timeFacts(evaluation),
    });
  });
}

/** The rules of a mode for this vehicle, gate and direction, the oldest first. */
export function findApplicable(evaluation: Evaluation, mode: ActiveMode = "enforced"): readonly Rule[] {
  const { policy, gate, direction, groupIds } = evaluation;
  const byGroup = policy.rulesAt(gate, direction, mode);
  let found: readonly Rule[] = noRules;
  let isMerged = false;
  for (const groupId of groupIds) {
    const ofGroup = byGroup.get(groupId);
    if (!ofGroup) continue;
    isMerged = found.length > 0;
    found = isMerged ? [...found, ...ofGroup] : ofGroup;
  }
  return isMerged ? found.toSorted((one, other) => one.id - other.id) : found;
}

const noRules: readonly Rule[] = [];

function checkDenyRules(
  evaluation: Evaluation,
  applicable: readonly Rule[],
): { step: DecisionStep; verdict?: StageResult["verdict"] } {
  const rules = applicable.filter(({ effect }) => effect === "deny");
  const broken = rules.find(isBroken);
  if (broken) return failedLookUp("deny-rules", broken);
  const match = rules.find((rule) => isRuleOpen(rule, evaluation));
  const usual = usualSteps["deny-rules"];
  if (!match && rules.length === 0) return { step: usual };
  if (!match) return { step: passedStep(evaluation, () => ({ ...usual, facts: { considered: rules.length } })) };
  const text = `Rule "${match.name}" denies ${match.groupName}`;
  const facts = { rule: match.id, window: ruleWindow(match, evaluation), ...timeFacts(evaluation) };
  return {
    step: toStep("deny-rules", false, text, facts),
    verdict: deny(
      "deny.rule",
      text,
      match.times === "outside" ? scheduleFix([match], evaluation) : `Change or switch off rule "${match.name}"`,
    ),
  };
}

function failedLookUp(step: "deny-rules" | "allow-rules", { id, name, missing }: Rule) {
  const text = `Rule "${name}" refers to a ${missing} that does not exist`;
  return {
    step: toStep(step, false, text, { rule: id }),
    verdict: deny("deny.look-up-failed", text, `Choose an existing ${missing} in rule "${name}"`),
  };
}

interface Allowed {
  readonly step: DecisionStep;
  readonly options: readonly Option[];
  readonly verdict?: StageResult["verdict"];
}

/** The union of the allow rules whose time is open. An exit is let out at any time. */
function checkAllowRules(evaluation: Evaluation, applicable: readonly Rule[], hasRules: boolean): Allowed {
  const { subjects, isExit } = evaluation;
  const all = applicable.filter(isAllowing);
  const rules = all.some(isBroken) ? all.filter((rule) => !isBroken(rule)) : all;
  const open = rules.filter((rule) => isRuleOpen(rule, evaluation));
  const passes = subjects.filter(({ kind }) => kind === "pass" || !hasRules).map(withoutRule);
  const isLate = open.length === 0 && rules.length > 0 && passes.length === 0;
  const closed = isExit ? rules.filter((rule) => !open.includes(rule)) : noRules;
  const options: Option[] = [];
  for (const rule of open) addOptions(options, subjects, rule);
  for (const rule of closed) addOptions(options, subjects, rule);
  options.push(...passes);
  const facts = () => ({ considered: all.length, open: open.length, ...timeFacts(evaluation) });
  if (isLate) {
    const fix = scheduleFix(rules, evaluation);
    const step = toStep("allow-rules", isExit, fix, facts());
    if (isExit) return { step, options };
    return { step, options, verdict: deny("deny.schedule-closed", fix, fix) };
  }
  const [first] = options;
  if (first) {
    const step = passedStep(evaluation, () => {
      const { rule, subject } = first;
      const text = rule ? `Rule "${rule.name}" allows ${rule.groupName}` : `Allowed as ${subject.kind}`;
      const window = rule && isRuleOpen(rule, evaluation) ? ruleWindow(rule, evaluation) : null;
      return toStep("allow-rules", true, text, { ...facts(), rule: rule?.id ?? null, window });
    });
    return { step, options };
  }
  const broken = all.find(isBroken);
  if (broken) return { ...failedLookUp("allow-rules", broken), options };
  const text = "No rule allows this vehicle at this gate";
  return {
    step: toStep("allow-rules", false, text, facts()),
    options,
    verdict: deny("deny.no-rule", text, noRuleFix(evaluation)),
  };
}

const isAllowing = ({ effect }: Rule): boolean => effect === "allow";
const isBroken = ({ missing }: Rule): boolean => missing !== null;

/** A rule for a group needs an identifier of that group. */
function addOptions(options: Option[], subjects: Evaluation["subjects"], rule: Rule): void {
  for (const subject of subjects)
    if (rule.groupId === null || subject.groupIds.includes(rule.groupId)) options.push({ rule, subject });
}

const stages: readonly Stage[] = [
  checkLookAlike,
  checkFactors,
  checkAntiPassback,
  checkCapacity,
  checkQuota,
  checkUses,
];

/** Without rules, only look-alike plates and uses can deny. */
function isEvaluated(stage: Stage, { policy, lookAlike }: Evaluation): boolean {
  if (stage === checkLookAlike) return lookAlike !== undefined;
  return policy.hasRules || stage === checkUses;
}

/** The stages that look at the vehicle, its presence and the counts. */
function finish(
  evaluation: Evaluation,
  steps: DecisionStep[],
  allowed: readonly Option[],
  listNotes: readonly string[],
): StageResult {
  let options = allowed;
  const stageNotes: string[] = [];
  for (const stage of stages) {
    if (!isEvaluated(stage, evaluation)) continue;
    const result = stage(evaluation, options);
    steps.push(result.step);
    if (result.denied) return { steps, verdict: deny(result.denied.code, result.step.text, result.denied.fix) };
    ({ options } = result);
    if (result.note !== undefined) stageNotes.push(result.note);
  }
  const option = bestOption(evaluation, options);
  const notes = [...listNotes, ...findErrors(evaluation, option, options), ...stageNotes];
  return { steps, verdict: { isGranted: true, ...toReason(evaluation, option, notes), fix: null, option } };
}

/** Only exits are let out by rules whose time is over. */
const isClosed = (evaluation: Evaluation, rule: Rule | null): boolean =>
  evaluation.isExit && rule !== null && !isRuleOpen(rule, evaluation);

/** What is wrong with the option that lets a vehicle out. */
function findErrors(evaluation: Evaluation, { subject, rule }: Option, options: readonly Option[]): string[] {
  const invalid = subject.invalid === null ? [] : [subject.invalid];
  if (!isClosed(evaluation, rule)) return invalid;
  const closed = options
    .map(({ rule: allowing }) => allowing)
    .filter((one) => one !== null)
    .filter((one) => isClosed(evaluation, one));
  return [...invalid, scheduleFix(closed, evaluation)];
}

/** What needs no leniency, then identifiers before reservations before passes, as they are listed; then the oldest rule. */
function bestOption(evaluation: Evaluation, options: readonly Option[]): Option {
  const { subjects } = evaluation;
  const [only] = options;
  if (only && options.length === 1) return only;
  const errors = (option: Option) =>
    Number(option.subject.invalid !== null) + Number(isClosed(evaluation, option.rule));
  const [best] = options.toSorted(
    (one, other) =>
      errors(one) - errors(other) ||
      subjects.indexOf(one.subject) - subjects.indexOf(other.subject) ||
      (one.rule?.id ?? 0) - (other.rule?.id ?? 0),
  );
  if (!best) throw new Error("a stage left no option and did not deny");
  return best;
}

function toReason(
  { isExit }: Evaluation,
  { rule, subject }: Option,
  notes: readonly string[],
): { code: AccessReason; reason: string } {
  const [note] = notes;
  if (note !== undefined) {
    const reason = `${isExit ? "Let out" : "Let in"}: ${notes.join("; ")}`;
    return { code: isExit ? "allow.exit" : codeOf(rule, subject), reason };
  }
  // The words of a site without rules.
  const reason = `Valid ${subject.kind} ${subject.name}`;
  return { code: codeOf(rule, subject), reason: rule ? `${reason}, rule "${rule.name}"` : reason };
}

const codeOf = (rule: Rule | null, { kind }: Option["subject"]): AccessReason => {
  if (rule) return "allow.rule";
  return kind === "pass" ? "allow.pass" : "allow.identity";
};
