import * as z from "zod";
import { characterError, maxPlateLength, noLetterOrDigit, normalizeIdentifier } from "../fields/identifier-text.ts";
import { maxReasonLength } from "../fields/reason.ts";
import { recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";

/** An operator's correction of a plate. The event keeps the raw read. */
export const plateCorrection = z.object({
  id: recordId,
  lp: z.string(),
  reason: z.string(),
  /** Whether the camera learned from it. The same correction without `remember` takes that back. */
  isRemembered: z.boolean(),
  by: z.string(),
  at: instant,
});
plateCorrection.register(z.globalRegistry, {
  id: "PlateCorrection",
  description: "An operator's correction of a plate. The event keeps the raw read",
});

export const plateCorrectionDraft = z.strictObject({
  plate: requiredText(maxPlateLength).check(({ value, issues }) => {
    if (value === "") return;
    const hasText = normalizeIdentifier(value) !== "";
    const message = characterError("LICENSE_PLATE", value) ?? (hasText ? undefined : noLetterOrDigit);
    if (message !== undefined) issues.push({ code: "custom", input: value, message });
  }),
  reason: z.string().trim().max(maxReasonLength, `At most ${maxReasonLength} characters`).default(""),
  /** Whether the camera learns from it, for the suggestions of other plates. Only plates that look alike teach it. */
  remember: z.boolean().default(false),
});

/** A registered plate that the camera probably misread. It never opens a gate by itself. */
export const plateSuggestion = z.object({
  /** As registered. */
  lp: z.string(),
  /** The owner, visitor or driver. */
  owner: z.string().nullable(),
  reason: z.string(),
  /** Whether the camera was seen to misread like this; otherwise the characters only look alike. */
  isLearned: z.boolean(),
});
plateSuggestion.register(z.globalRegistry, {
  id: "PlateSuggestion",
  description: "A registered plate that the camera probably misread. It never opens a gate by itself",
});

/** A suggestion for a misread plate. */
export type PlateSuggestion = z.output<typeof plateSuggestion>;
