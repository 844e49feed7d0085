/** RULE-2: whether a rule allows or denies. Deny beats allow, so the order of rules does not matter. */
export const ruleEffects = ["allow", "deny"] as const;

/** RULE-2: a rule applies during its schedule and period, or outside them. */
export const ruleTimes = ["during", "outside"] as const;

/** RULE-6: any: plate or tag is enough; both: each must be read. */
export const ruleFactors = ["any", "both"] as const;

/** RULE-4: soft admits a vehicle that is inside already and notes it, hard denies it. */
export const antiPassbackModes = ["none", "soft", "hard"] as const;

/** RULE-9: a shadow rule is evaluated and reported, but decides nothing. */
export const ruleModes = ["off", "shadow", "enforced"] as const;

/** The name of the rule that is generated with the first rule and keeps the behaviour of a site without rules. */
export const firstRuleName = "Everyone valid, all gates, always";

/** RULE-1: the rule that accompanies the first rule of a site, with the default of all other fields. */
export const firstRule = {
  name: firstRuleName,
  effect: "allow",
  times: "during",
  factors: "any",
  antiPassback: "none",
  mode: "enforced",
} as const;
