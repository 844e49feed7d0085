/** What a pair of look-alike plates can require, in addition to a matching read. */
export const lookAlikeRequirements = ["none", "exact-read", "second-factor"] as const;

/** One of the requirements; later ones are stricter. */
export type LookAlikeRequirement = (typeof lookAlikeRequirements)[number];

/** The requirements as people choose them. */
export const lookAlikeRequirementTitles: Record<LookAlikeRequirement, string> = {
  none: "Nothing more",
  "exact-read": "Confident read",
  "second-factor": "Plate and tag",
};

/** An exact read has at least this confidence. */
export const exactReadConfidence = 0.9;

/** Reads with less confidence count as uncertain in the read quality of a camera. */
export const lowConfidence = 0.8;

/** The clock drift of a device from which it is shown as a warning, and from which an alert is raised. */
export const driftLimitsMs = { warning: 2_000, alert: 10_000 } as const;

/** How serious the clock drift of a device is. */
export const driftLevels = ["ok", "warning", "alert"] as const;

export type DriftLevel = (typeof driftLevels)[number];

/** A confidence as people read it. */
export const formatConfidence = (confidence: number): string => `${Math.round(confidence * 100)}%`;

/** A clock drift as people read it. Positive: the clock of the device is ahead. */
export function formatDrift(driftMs: number): string {
  const seconds = (Math.abs(driftMs) / 1_000).toFixed(1);
  if (seconds === "0.0") return "No measurable drift";
  return `${seconds} s ${driftMs > 0 ? "ahead" : "behind"}`;
}
