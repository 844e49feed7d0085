import * as z from "zod";
import { gateTypes } from "../../fields/gate-types.ts";
import { atLeast } from "../../fields/number.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { endsBeforeStart, instant, isAfter, sentTime } from "../../fields/time.ts";

/** Whether a rule allows or denies. Deny beats allow, so the order of rules does not matter. */
export const ruleEffects = ["allow", "deny"] as const;

/** A rule applies during its schedule and period, or outside them. */
export const ruleTimes = ["during", "outside"] as const;

/** Any: plate or tag is enough; both: each must be read. */
export const ruleFactors = ["any", "both"] as const;

/** Soft admits a vehicle that is inside already and notes it, hard denies it. */
export const antiPassbackModes = ["none", "soft", "hard"] as const;

/** A shadow rule is evaluated and reported, but decides nothing. */
export const ruleModes = ["off", "shadow", "enforced"] as const;

/** The name of the rule that is generated with the first rule and keeps the behaviour of a site without rules. */
export const firstRuleName = "Everyone valid, all gates, always";

/** The rule that accompanies the first rule of a site, with the default of all other fields. */
export const firstRule = {
  name: firstRuleName,
  effect: "allow",
  times: "during",
  factors: "any",
  antiPassback: "none",
  mode: "enforced",
} as const;

/** The label of each effect. */
export const ruleEffectTitles: Record<(typeof ruleEffects)[number], string> = { allow: "Allow", deny: "Deny" };

/** The label of each mode. */
export const ruleModeTitles: Record<(typeof ruleModes)[number], string> = {
  off: "Off",
  shadow: "Shadow",
  enforced: "Enforced",
};

/** The label of each choice of times. */
export const ruleTimesTitles: Record<(typeof ruleTimes)[number], string> = {
  during: "At these times",
  outside: "Except at these times",
};

/** The label of each choice of factors. */
export const ruleFactorTitles: Record<(typeof ruleFactors)[number], string> = {
  any: "Plate or tag",
  both: "Plate and tag",
};

/** The label of each anti-passback mode. */
export const antiPassbackTitles: Record<(typeof antiPassbackModes)[number], string> = {
  none: "None",
  soft: "Soft: admit and note it",
  hard: "Hard: deny",
};

const optionalTime = z.union([sentTime, z.null()]).default(null);
const reference = recordId.nullable().default(null);

const ruleFields = z.strictObject({
  name: requiredText(),
  effect: z.enum(ruleEffects, requiredChoice),
  /** Null: everyone. */
  groupId: reference,
  /** Empty: all gates. */
  gateIds: z
    .array(recordId)
    .max(500, "At most 500 gates")
    .refine((ids) => new Set(ids).size === ids.length, "Duplicate gate")
    .default([]),
  /** Only gates into this area, or out of it, and areas within it; null: everywhere. */
  areaId: reference,
  /** Null: entry and exit. */
  direction: z.enum(gateTypes, "Must be N or X").nullable().default(null),
  /** Null: always. */
  scheduleId: reference,
  validFrom: optionalTime,
  validTo: optionalTime,
  /** Outside: a rule that denies while the schedule is closed, and before and after the period. */
  times: z.enum(ruleTimes).default("during"),
  factors: z.enum(ruleFactors).default("any"),
  antiPassback: z.enum(antiPassbackModes).default("none"),
  /** How many vehicles of the group may be inside at once; they are admitted even if the area is full. */
  quota: atLeast(0).nullable().default(null),
  mode: z.enum(ruleModes).default("enforced"),
});

/** What the fields of a rule must fulfil together. */
const checkRule: z.core.CheckFn<z.output<typeof ruleFields>> = ({ value, issues }) => {
  const addError = (path: keyof typeof value, message: string) =>
    issues.push({ code: "custom", path: [path], input: value[path], message });
  if (isAfter(value.validFrom, value.validTo)) addError("validTo", endsBeforeStart);
  if (value.effect === "allow") {
    if (value.times === "outside") addError("times", "Only a rule that denies can have this");
    return;
  }
  if (value.times === "outside" && value.scheduleId === null && value.validFrom === null && value.validTo === null)
    addError("times", "Choose a schedule or a period");
  const onlyAllow = "Only a rule that allows can have this";
  if (value.quota !== null) addError("quota", onlyAllow);
  if (value.antiPassback !== "none") addError("antiPassback", onlyAllow);
  if (value.factors !== "any") addError("factors", onlyAllow);
};

/** The text that a person types to enforce rules that would have denied many vehicles; it is not stored. */
export const confirmation = z.string().max(200).optional();

export const ruleDraft = ruleFields.extend({ confirmation }).check(checkRule as z.core.CheckFn<unknown>);

/** A rule of a draft policy, as it is entered or as it is stored. */
export const policyRule = ruleFields
  .extend({ id: recordId.optional(), version: version.optional(), modeSince: instant.optional() })
  .check(checkRule as z.core.CheckFn<unknown>);

/** A rule as the server returns it. */
export const rule = ruleFields.extend({
  id: recordId,
  version,
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  /** Since when it is off, in shadow mode or enforced. */
  modeSince: instant,
});
rule.register(z.globalRegistry, { id: "AccessRule", description: "A rule of who may pass which gate when" });

export type Rule = z.output<typeof rule>;
