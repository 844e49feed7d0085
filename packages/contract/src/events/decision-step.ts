import * as z from "zod";
import { accessStepCodes } from "./access-reason.ts";

/** RULE-8: one step of the evaluation, with the facts it used. */
export const decisionStep = z.object({
  step: z.enum(accessStepCodes),
  text: z.string(),
  isPassed: z.boolean(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
decisionStep.register(z.globalRegistry, {
  id: "DecisionStep",
  description: "One step of the evaluation, with the facts it used",
});
