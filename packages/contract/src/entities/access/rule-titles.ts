import type { antiPassbackModes, ruleEffects, ruleFactors, ruleModes, ruleTimes } from "./rule-values.ts";

/** The label of each effect. */
export const ruleEffectTitles: Record<(typeof ruleEffects)[number], string> = { allow: "Allow", deny: "Deny" };

/** The label of each mode. */
export const ruleModeTitles: Record<(typeof ruleModes)[number], string> = {
  off: "Off",
  shadow: "Shadow",
  enforced: "Enforced",
};

/** RULE-2: the label of each choice of times. */
export const ruleTimesTitles: Record<(typeof ruleTimes)[number], string> = {
  during: "At these times",
  outside: "Except at these times",
};

/** RULE-6: the label of each choice of factors. */
export const ruleFactorTitles: Record<(typeof ruleFactors)[number], string> = {
  any: "Plate or tag",
  both: "Plate and tag",
};

/** RULE-4: the label of each anti-passback mode. */
export const antiPassbackTitles: Record<(typeof antiPassbackModes)[number], string> = {
  none: "None",
  soft: "Soft: admit and note it",
  hard: "Hard: deny",
};
