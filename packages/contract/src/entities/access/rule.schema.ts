import * as z from "zod";
import { gateTypes } from "../../fields/gate-types.ts";
import { atLeast } from "../../fields/number.ts";
import { endsBeforeStart } from "../../fields/period-fault.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { antiPassbackModes, ruleEffects, ruleFactors, ruleModes, ruleTimes } from "./rule-values.ts";

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
  /** RULE-5: how many vehicles of the group may be inside at once; they are admitted even if the area is full. */
  quota: atLeast(0).nullable().default(null),
  mode: z.enum(ruleModes).default("enforced"),
});

/** What the fields of a rule must fulfil together. */
const checkRule: z.core.CheckFn<z.output<typeof ruleFields>> = ({ value, issues }) => {
  const fault = (path: keyof typeof value, message: string) =>
    issues.push({ code: "custom", path: [path], input: value[path], message });
  if (Date.parse(value.validFrom ?? "") > Date.parse(value.validTo ?? "")) fault("validTo", endsBeforeStart);
  if (value.effect === "allow") {
    if (value.times === "outside") fault("times", "Only a rule that denies can have this");
    return;
  }
  if (value.times === "outside" && value.scheduleId === null && value.validFrom === null && value.validTo === null)
    fault("times", "Choose a schedule or a period");
  const onlyAllow = "Only a rule that allows can have this";
  if (value.quota !== null) fault("quota", onlyAllow);
  if (value.antiPassback !== "none") fault("antiPassback", onlyAllow);
  if (value.factors !== "any") fault("factors", onlyAllow);
};

/** RULE-9: the text that a person types to enforce rules that would have denied many vehicles; it is not stored. */
export const confirmation = z.string().max(200).optional();

/** RULE-2: the input for a rule. */
export const ruleDraft = ruleFields.extend({ confirmation }).check(checkRule as z.core.CheckFn<unknown>);

/** RULE-9: a rule of a draft policy, as it is entered or as it is stored. */
export const policyRule = ruleFields
  .extend({ id: recordId.optional(), version: version.optional(), modeSince: instant.optional() })
  .check(checkRule as z.core.CheckFn<unknown>);

/** A rule as the server returns it. */
export const rule = ruleFields.extend({
  id: recordId,
  version,
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  /** RULE-9: since when it is off, in shadow mode or enforced. */
  modeSince: instant,
});
rule.register(z.globalRegistry, { id: "AccessRule", description: "A rule of who may pass which gate when" });

/** A stored rule. */
export type Rule = z.output<typeof rule>;
