/** RULE-7: what an override does, with its title. */
export const overrideKinds = ["lockdown", "hold-open", "evacuate"] as const;

/** One of the kinds. */
export type OverrideKind = (typeof overrideKinds)[number];

/** The title of each. */
export const overrideTitles: Record<OverrideKind, string> = {
  lockdown: "Lockdown",
  "hold-open": "Hold open",
  evacuate: "Evacuate",
};
