import { assertFound } from "@gatehouse/contract/assert-found";
import { reopensWithFree } from "@gatehouse/contract/entities/access/access";
import type { DecisionStep } from "@gatehouse/contract/entities/event";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import { exactReadConfidence, formatConfidence } from "@gatehouse/contract/events/read-quality";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import { areaChain, isWithin, type PolicyArea } from "./areas.ts";
import { type Evaluation, type Option, passedStep, reasonWords, toStep } from "./evaluation.ts";
import { everyone, type Rule } from "./policy.ts";
import { isFull } from "./presence.ts";
import { usualSteps } from "./usual-steps.ts";

/** The options that remain after a stage, or the denial if there is none. */
interface StageOutcome {
  readonly step: DecisionStep;
  readonly options: readonly Option[];
  readonly denied?: { readonly code: AccessReason; readonly fix: string };
  readonly note?: string;
}

/** One stage after the allow rules. */
export type Stage = (evaluation: Evaluation, options: readonly Option[]) => StageOutcome;

/** A plate that can be confused with another one, where the pair requires more than a matching read. */
export const checkLookAlike: Stage = ({ lookAlike, hasBothFactors }, options) => {
  if (!lookAlike) return { step: toStep("look-alike", true, "No look-alike plate"), options };
  const { requirement, other, confidence } = lookAlike;
  const facts = { lookAlike: other, requirement, confidence, plateAndTag: hasBothFactors };
  const alike = `${reasonWords.lookAlike}${other}`;
  if (hasBothFactors) return { step: toStep("look-alike", true, `${alike}; the tag was read too`, facts), options };
  if (requirement === "second-factor") {
    const denied = { code: "deny.look-alike", fix: "Read the vehicle's tag at this gate too" } as const;
    return { step: toStep("look-alike", false, `${alike}, so its tag is required too`, facts), options, denied };
  }
  const needed = formatConfidence(exactReadConfidence);
  const seen = confidence === null ? "the camera reported none" : `it was ${formatConfidence(confidence)}`;
  if (confidence !== null && confidence >= exactReadConfidence)
    return { step: toStep("look-alike", true, `${alike}; the read is certain: ${seen}`, facts), options };
  const text = `${alike}, so a confidence of ${needed} is required, and ${seen}`;
  const fix = `Read the plate with a confidence of at least ${needed}; ${seen}`;
  return { step: toStep("look-alike", false, text, facts), options, denied: { code: "deny.look-alike", fix } };
};

/** Plate and tag, where a rule requires both. */
export const checkFactors: Stage = ({ hasBothFactors }, options) => {
  const kept = options.filter(({ rule }) => rule?.factors !== "both" || hasBothFactors);
  const facts = { plateAndTag: hasBothFactors };
  const usual = usualSteps.factors;
  if (kept.length > 0) return { step: hasBothFactors ? { ...usual, facts } : usual, options: kept };
  const text = "Plate and tag are both required, and only one was read";
  const denied = { code: "deny.second-factor", fix: "Read the vehicle's tag and plate at this gate" } as const;
  return { step: toStep("factors", false, text, facts), options, denied };
};

/** A vehicle that is inside can't enter again. Unknown presence passes; an exit is never denied. */
export const checkAntiPassback: Stage = (evaluation, options) => {
  const { policy, presence, areas, isExit } = evaluation;
  if (presence === null) return { step: usualSteps["anti-passback"], options };
  const insideArea = policy.areas.get(presence.areaId)?.name ?? `${presence.areaId}`;
  const step = (isPassed: boolean, text: string) =>
    toStep("anti-passback", isPassed, text, {
      insideArea,
      since: presence.since.toISOString(),
      isForgiven: presence.isForgiven,
    });
  const place = areas.to;
  const isInside = !isExit && place !== null && isWithin(policy.areas, presence.areaId, place);
  if (!isInside) {
    const isElsewhere = isExit && areas.from !== null && !isWithin(policy.areas, presence.areaId, areas.from);
    const isChecked = options.some(({ rule }) => (rule?.antiPassback ?? "none") !== "none");
    const note = isElsewhere && isChecked ? `Was known to be in ${insideArea}` : undefined;
    const passed = passedStep(evaluation, () => step(true, note ?? "Presence fits"));
    return { step: passed, options, ...(note !== undefined && { note }) };
  }
  const since = `Already inside ${insideArea} since ${sentenceTime(presence.since)}`;
  if (presence.isForgiven) return { step: step(true, `${since}, forgiven`), options };
  const kept = options.filter(({ rule }) => rule?.antiPassback !== "hard");
  const isStrict = kept.every(({ rule }) => rule?.antiPassback === "soft");
  if (kept.length > 0) return { step: step(true, since), options: kept, ...(isStrict && { note: since }) };
  const fix = "Forgive the vehicle, or mark it as outside, if it has left";
  return { step: step(false, since), options, denied: { code: "deny.passback", fix } };
};

/** A full area closes for everyone without a quota of their own. */
export const checkCapacity: Stage = (evaluation, options) => {
  const { occupancy } = evaluation;
  const entered = enteredAreas(evaluation);
  const limited = entered.filter(({ capacity }) => capacity !== null);
  if (limited.length === 0) return { step: usualSteps.capacity, options };
  const counts = () =>
    Object.fromEntries(
      limited.map(({ id, name, capacity }) => [name, `${occupancy.count(id, everyone)} of ${capacity}`]),
    );
  const full = limited.find((area) => isFull(area, occupancy));
  if (!full) return { step: passedStep(evaluation, () => ({ ...usualSteps.capacity, facts: counts() })), options };
  const text = `${full.name} is full: ${occupancy.count(full.id, everyone)} of ${full.capacity} places are taken`;
  const kept = options.filter(({ rule }) => rule !== null && rule.quota !== null && hasQuotaLeft(evaluation, rule));
  const [byQuota] = kept;
  if (byQuota)
    return {
      step: toStep("capacity", true, `${text}; admitted by the quota of ${byQuota.rule?.groupName}`, counts()),
      options: kept,
    };
  return {
    step: toStep("capacity", false, text, counts()),
    options,
    denied: { code: "deny.area-full", fix: capacityFix(full) },
  };
};

function capacityFix({ name, capacity }: PolicyArea): string {
  if (capacity === 0) return `Raise the capacity of ${name}, which is 0`;
  const reopensAt = Math.max(0, assertFound(capacity, "a full area without a capacity") - reopensWithFree);
  return `Wait until ${reopensAt === 0 ? `${name} is empty` : `at most ${reopensAt} places of ${name} are taken`}`;
}

/** The areas that the vehicle is not counted in yet: it may already be inside an outer one. */
function enteredAreas({ policy, areas, presence, isExit }: Evaluation): PolicyArea[] {
  if (isExit) return [];
  const place = presence?.areaId ?? areas.from;
  return areaChain(policy.areas, areas.to).filter(({ id }) => !isWithin(policy.areas, place, id));
}

/** The quota of the rule's group. */
export const checkQuota: Stage = (evaluation, options) => {
  const { isExit } = evaluation;
  const kept = isExit ? options : options.filter(({ rule }) => rule === null || hasQuotaLeft(evaluation, rule));
  const [limited] = options.flatMap(({ rule }) => (rule !== null && rule.quota !== null ? [rule] : []));
  if (!limited) return { step: usualSteps.quota, options: kept };
  const inside = countedFor(evaluation, limited);
  const facts = { group: limited.groupName, inside, quota: limited.quota };
  if (kept.length > 0) return { step: toStep("quota", true, "The quota has room", facts), options: kept };
  const text = `The quota of ${limited.groupName} is used up: ${inside} of ${limited.quota} are inside`;
  const raise = `Raise the quota of rule "${limited.name}"`;
  const fix = limited.quota === 0 ? `${raise}, which is 0` : `${raise}, or wait until a vehicle leaves`;
  return { step: toStep("quota", false, text, facts), options, denied: { code: "deny.quota-full", fix } };
};

const countedFor = ({ occupancy }: Evaluation, { areaId, groupId }: Rule): number =>
  occupancy.count(areaId ?? everyone, groupId ?? everyone);

/** A vehicle that is inside already is counted already. */
function hasQuotaLeft(evaluation: Evaluation, rule: Rule): boolean {
  if (rule.quota === null) return true;
  const { presence, policy } = evaluation;
  const isCounted = presence !== null && (rule.areaId === null || isWithin(policy.areas, presence.areaId, rule.areaId));
  return countedFor(evaluation, rule) - (isCounted ? 1 : 0) < rule.quota;
}

/** Single-use reservations and passes. */
export const checkUses: Stage = (_evaluation, options) => {
  const kept = options.filter(({ subject }) => subject.usedUp === null);
  if (kept.length > 0) return { step: usualSteps.uses, options: kept };
  const [first] = options;
  const text = first?.subject.usedUp ?? "No uses left";
  const fix = `Allow ${first?.subject.name} another use`;
  return { step: toStep("uses", false, text), options, denied: { code: "deny.no-uses", fix } };
};
