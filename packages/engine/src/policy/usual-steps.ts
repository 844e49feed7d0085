import type { DecisionStep } from "@gatehouse/contract/entities/event";
import type { AccessStep } from "@gatehouse/contract/events/decision";
import { toStep } from "./evaluation.ts";

/**
 * The steps in which nothing stood out. Traces store them by their name, so a step whose facts or meaning change needs an
 * entry of its own: docs/decisions/0037.
 */
export const usualSteps = {
  override: toStep("override", true, "No override is active"),
  "deny-list": toStep("deny-list", true, "Not on the deny list"),
  "deny-rules": toStep("deny-rules", true, "No deny rule applies", { considered: 0 }),
  factors: toStep("factors", true, "Required factors were read", { plateAndTag: false }),
  "anti-passback": toStep("anti-passback", true, "Not known to be inside", {
    insideArea: null,
    since: null,
    isForgiven: false,
  }),
  capacity: toStep("capacity", true, "No area is full"),
  quota: toStep("quota", true, "No quota applies"),
  uses: toStep("uses", true, "Uses are left"),
} as const satisfies { readonly [Step in AccessStep]?: DecisionStep };

/** The usual step of a name, if it has one. */
export const findUsualStep = (step: AccessStep): DecisionStep | undefined =>
  (usualSteps as { readonly [Step in AccessStep]?: DecisionStep })[step];
