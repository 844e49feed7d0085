import * as z from "zod";
import { accessReasonCodes } from "../../events/access-reason.ts";
import { anprEvent } from "../../events/anpr.ts";
import { countingEvent } from "../../events/counting.ts";
import { decisionStep } from "../../events/decision-step.ts";
import { epldEvent } from "../../events/epld.ts";
import { loopEvent } from "../../events/loop.ts";
import { overspeedEvent } from "../../events/overspeed.ts";
import { rfidEvent } from "../../events/rfid.ts";
import { gateTypes } from "../../fields/gate-types.ts";
import { identifierTypes } from "../../fields/identifier.ts";
import { maxIdentifierLength } from "../../fields/identifier-text.ts";
import { recordId } from "../../fields/record.ts";
import { requiredChoice } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { sentTime } from "../../fields/time.ts";

/** EVT-2: an event of any module. */
export const event = z.discriminatedUnion("module", [
  anprEvent,
  rfidEvent,
  countingEvent,
  epldEvent,
  loopEvent,
  overspeedEvent,
]);
event.register(z.globalRegistry, { id: "Event", description: "An event of any module" });

/** An event as the server returns it. */
export type SiteEvent = z.output<typeof event>;

/** One check of a decision. */
export const check = z.object({
  text: z.string(),
  isPassed: z.boolean(),
});
check.register(z.globalRegistry, { id: "DecisionCheck", description: "One check of a decision" });

/** One check of a decision. */
export type Check = z.output<typeof check>;

/** An identifier, reservation or pass that matched, with its checks. */
export const candidate = z.object({
  kind: z.enum(["identifier", "reservation", "pass"]),
  id: recordId,
  /** The plate or tag, and its owner. */
  name: z.string(),
  /** Where it comes from. */
  source: z.string(),
  checks: z.array(check),
  isMatch: z.boolean(),
});
candidate.register(z.globalRegistry, {
  id: "PlateCandidate",
  description: "An identifier, reservation or pass that matched, with its checks",
});

/** A matching identifier or reservation. */
export type Candidate = z.output<typeof candidate>;

/** One step of the evaluation. */
export type DecisionStep = z.output<typeof decisionStep>;

/** RULE-8: why it was decided so. Absent in events that were stored by earlier versions. */
export const decisionReason = {
  reasonCode: z.enum(accessReasonCodes).optional(),
  /** The smallest change that would have opened the gate; null if it was opened, or if there is none. */
  nearestFix: z.string().nullable().optional(),
  /** The evaluation steps in order. */
  steps: z.array(decisionStep).optional(),
  /** The version of the rules; null without rules. */
  policyVersion: z.int().nullable().optional(),
  /** RULE-9: the results that rules in shadow mode would have changed. */
  shadow: z.array(z.object({ ruleId: recordId, name: z.string(), text: z.string() })).optional(),
};

/** The trace of a decision: the read, the checks, the candidates and the result. */
export const decisionTrace = z.object({
  read: z.object({ type: z.enum(identifierTypes), raw: z.string(), normalized: z.string() }).nullable(),
  direction: z.enum(gateTypes).nullable(),
  /** The checks before any candidate: module, gate, time. */
  checks: z.array(check),
  candidates: z.array(candidate),
  isGranted: z.boolean().nullable(),
  reason: z.string(),
  ...decisionReason,
});
decisionTrace.register(z.globalRegistry, {
  id: "DecisionTrace",
  description: "The trace of a decision: the read, the checks, the candidates and the result",
});

/** The trace of a decision. */
export type DecisionTrace = z.output<typeof decisionTrace>;

/** A what-if question: would this plate or tag open this gate at this time? */
export const question = z.strictObject({
  type: z.enum(identifierTypes, requiredChoice),
  read: requiredText(maxIdentifierLength),
  /** RULE-6: the tag that is read together with a plate, or the plate together with a tag. */
  otherRead: requiredText(maxIdentifierLength).optional(),
  gateId: recordId,
  /** Default: now. */
  at: sentTime.optional(),
  direction: z.enum(gateTypes).optional(),
});
