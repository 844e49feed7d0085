import { accessMessages } from "@gatehouse/contract/entities/access/access.messages";
import {
  antiPassbackModes,
  antiPassbackTitles,
  firstRuleName,
  type Rule,
  type ruleDraft,
  ruleEffects,
  ruleEffectTitles,
  ruleFactors,
  ruleFactorTitles,
  ruleModes,
  ruleModeTitles,
  ruleTimes,
  ruleTimesTitles,
} from "@gatehouse/contract/entities/access/rule";
import { formatRule, type RuleTerms, whyNoEffect } from "@gatehouse/contract/entities/access/rule-sentence";
import { Skeleton } from "@mantine/core";
import { IconBan, IconCheck } from "@tabler/icons-react";
import type * as z from "zod";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Choice, type Field, type FieldName, toPayload, type Values } from "../../forms/field.ts";
import type { Resource, Review } from "../../forms/resource.ts";
import { BackTestButton } from "../back-tests/back-test-button.tsx";
import { gateTypeChoices } from "../gate-type-choices.ts";
import classes from "./access-rule.module.css";
import { useRuleNames } from "./rule-names.ts";

type RuleField = FieldName<typeof ruleDraft>;

const named = ({ name }: Values) => String(name);
const toChoices = <Value extends string>(values: readonly Value[], titles: Record<Value, string>): Choice[] =>
  values.map((value) => ({ value, label: titles[value] }));
const isAllow = ({ effect }: Values<RuleField>) => effect === "allow";
/** Presence and counts never close an exit. */
const isEntryAllowed = (values: Values<RuleField>) => isAllow(values) && values.direction !== "X";

const modeHelp: Record<Rule["mode"], string> = {
  off: "Off: the rule is not evaluated",
  shadow: "Shadow: events show what the rule would have changed, but it decides nothing",
  enforced: "Enforced: the rule decides",
};

const fields: readonly Field<RuleField>[] = [
  { kind: "text", name: "name", label: "Name", placeholder: "Contractors by day" },
  {
    kind: "option",
    name: "effect",
    label: "Effect",
    initial: "allow",
    isHalf: true,
    choices: toChoices(ruleEffects, ruleEffectTitles),
  },
  {
    kind: "option",
    name: "mode",
    label: "Mode",
    helpFor: ({ mode }) => modeHelp[mode as Rule["mode"]],
    initial: "shadow",
    isHalf: true,
    choices: toChoices(ruleModes, ruleModeTitles),
  },
  {
    kind: "reference",
    name: "groupId",
    label: "Group",
    placeholder: "Everyone",
    none: null,
    isHalf: true,
    from: { topic: "access_groups", key: "GET /access/groups", label: named },
  },
  {
    kind: "option",
    name: "direction",
    label: "Direction",
    initial: "",
    isOptional: true,
    isHalf: true,
    choices: [{ value: "", label: "Entry and exit" }, ...gateTypeChoices],
  },
  {
    kind: "reference",
    name: "gateIds",
    label: "Gates",
    placeholder: "All gates",
    isMultiple: true,
    from: { topic: "gates", key: "GET /gates", label: named },
  },
  {
    kind: "reference",
    name: "areaId",
    label: "Area",
    help: "Only gates into or out of this area and the areas inside it",
    placeholder: "Everywhere",
    none: null,
    isHalf: true,
    from: { topic: "access_areas", key: "GET /access/areas", label: named },
  },
  {
    kind: "reference",
    name: "scheduleId",
    label: "Schedule",
    placeholder: "Always",
    none: null,
    isHalf: true,
    from: { topic: "access_schedules", key: "GET /access/schedules", label: named },
  },
  { kind: "time", name: "validFrom", label: "Valid from", isOptional: true, isHalf: true },
  { kind: "time", name: "validTo", label: "Valid to", isOptional: true, isHalf: true },
  {
    kind: "option",
    name: "times",
    label: "Applies",
    help: "Except: denies while the schedule is closed, and before and after the period",
    initial: "during",
    showIf: ({ effect }) => effect === "deny",
    choices: toChoices(ruleTimes, ruleTimesTitles),
  },
  {
    kind: "option",
    name: "factors",
    label: "Must be read",
    initial: "any",
    isHalf: true,
    showIf: isAllow,
    choices: toChoices(ruleFactors, ruleFactorTitles),
  },
  {
    kind: "option",
    name: "antiPassback",
    label: "Anti-passback",
    help: "For a vehicle that is already inside. It is let in if another rule without this allows it",
    initial: "none",
    isHalf: true,
    showIf: isEntryAllowed,
    choices: toChoices(antiPassbackModes, antiPassbackTitles),
  },
  {
    kind: "number",
    name: "quota",
    label: "Quota",
    help: "How many vehicles of the group may be inside at once; they are admitted even if the area is full",
    unit: "vehicles",
    isOptional: true,
    showIf: isEntryAllowed,
  },
];

/** What the form would save, as far as the sentence needs it. */
const toTerms = (values: Values): RuleTerms => ({
  times: "during",
  factors: "any",
  antiPassback: "none",
  quota: null,
  ...(toPayload(fields, values, {}) as unknown as Omit<RuleTerms, "times" | "factors" | "antiPassback" | "quota">),
});

/** Rules; `when` limits the list. */
export const createRuleResource = (
  when: (rule: Rule) => boolean,
  texts: { empty: string; purpose: string },
): Resource<Rule, RuleField> => ({
  topic: "access_rules",
  name: "access_rules",
  noun: "rule",
  isWide: true,
  list: { key: "GET /access/rules", when },
  create: "POST /access/rules",
  change: "PUT /access/rules/{id}",
  remove: "DELETE /access/rules/{id}",
  draft: () => import("@gatehouse/contract/entities/access/rule").then((file) => file.ruleDraft),
  fields,
  texts,
  icon: ({ effect }) => (
    <span className={classes.effect} data-effect={effect}>
      {effect === "allow" ? <IconCheck size={14} aria-hidden /> : <IconBan size={14} aria-hidden />}
      {ruleEffectTitles[effect]}
    </span>
  ),
  title: ({ name }) => name,
  details: (rule) => <RuleRow rule={rule} />,
  review: { progress: "Testing the rule on the passages of the last days…", run: reviewRule },
  preview: (values) => (
    <>
      <RulePreview terms={toTerms(values)} />
      <BackTestButton draft={toPayload(fields, values, {}) as Record<string, unknown>} />
    </>
  ),
});

/** A rule in its list: its sentence and its mode. */
function RuleRow({ rule }: { rule: Rule }) {
  const names = useRuleNames();
  return (
    <span className={classes.rule}>
      <span className={classes.words}>
        <span className={classes.sentence}>
          {names === undefined ? <Skeleton component="span" height={12} width="60%" /> : formatRule(rule, names)}
        </span>
        {rule.name === firstRuleName && (
          <span className={classes.note}>
            Added with your first rule, so that nothing changed at first. Switch it off or delete it when your own rules
            allow everyone who should pass.
          </span>
        )}
      </span>
      <span className={classes.mode} data-mode={rule.mode}>
        {ruleModeTitles[rule.mode]}
      </span>
    </span>
  );
}

/** The sentence of the rule that is being edited. */
function RulePreview({ terms }: { terms: RuleTerms }) {
  const names = useRuleNames();
  return (
    <p className={classes.preview} aria-live="polite">
      {names === undefined ? "…" : formatRule(terms, names)}
    </p>
  );
}

/** Tests a rule on past events before it is saved, and says so if it changes nothing. */
async function reviewRule(body: Values, id: number | undefined): Promise<Review | null> {
  const { confirmation: _, ...draft } = body as z.output<typeof ruleDraft>;
  if (draft.mode === "off") return null;
  const found = await call("POST /access/rules/effect", { body: { ...draft, ...(id !== undefined && { id }) } }).catch(
    (error: unknown) => errorText(error, accessMessages["POST /access/rules/effect"].failure),
  );
  if (typeof found === "string") return { text: found };
  const text = whyNoEffect(draft.effect, found);
  if (text === null) return null;
  const hasTimes = draft.scheduleId !== null || draft.validFrom !== null || draft.validTo !== null;
  // An exit is not closed by accident.
  const isRestricting = draft.effect === "allow" && draft.direction !== "X" && hasTimes;
  const isAllowed = found.decidedBy[0]?.isGranted ?? found.broader.some(({ effect }) => effect === "allow");
  if (!isRestricting || !isAllowed) return { text };
  return { text, change: { label: "Only at these times", values: { effect: "deny", times: "outside" } } };
}
