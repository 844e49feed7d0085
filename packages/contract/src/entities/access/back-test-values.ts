/** RULE-9: how many past days a back-test can replay. */
export const backTestDays = [7, 30, 90] as const;

/** RULE-9: a rule that is saved is replayed on the passages of this many days. */
export const checkedDays = 7;

/** RULE-9: how long the results of back-tests are kept. */
export const keptBackTestDays = 30;

/** The states of a back-test. */
export const backTestStates = ["running", "done", "failed"] as const;

/** RULE-9: what a draft policy changes about a passage. */
export const passageResults = ["newly-denied", "newly-allowed", "unchanged", "undecidable"] as const;

/** What a draft policy changes about a passage. */
export type PassageResult = (typeof passageResults)[number];

/** Their titles. */
export const passageResultTitles = {
  "newly-denied": "Newly denied",
  "newly-allowed": "Newly allowed",
  unchanged: "Unchanged",
  undecidable: "Undecidable",
} as const satisfies Record<PassageResult, string>;

/** RULE-9: enforcing rules that would have denied a larger share of last week's grants needs a typed confirmation. */
export const maxDeniedShare = 0.05;

/** RULE-9: a rule that is in shadow mode for longer is flagged. */
export const maxShadowDays = 30;

/** RULE-9: the text to type for restoring a version. */
export const versionConfirmation = (version: number): string => `version ${version}`;
