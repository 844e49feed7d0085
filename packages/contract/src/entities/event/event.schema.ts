import * as z from "zod";
import { anprEvent } from "../../events/anpr.ts";
import { countingEvent } from "../../events/counting.ts";
import { epldEvent } from "../../events/epld.ts";
import { loopEvent } from "../../events/loop.ts";
import { overspeedEvent } from "../../events/overspeed.ts";
import { rfidEvent } from "../../events/rfid.ts";
import { gateTypes } from "../../fields/gate-types.ts";
import { identifierTypes } from "../../fields/identifier.ts";
import { recordId } from "../../fields/record.ts";
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

/** An event as the server answers it. */
export type SiteEvent = z.output<typeof event>;

/** One thing that was looked at on the way to a decision. */
export const check = z.object({
  text: z.string(),
  isPassed: z.boolean(),
});

/** One thing that was looked at. */
export type Check = z.output<typeof check>;

/** An identifier or reservation that was looked at, and which check it passed or failed. */
export const candidate = z.object({
  kind: z.enum(["identifier", "reservation"]),
  id: recordId,
  /** How people know it: the plate or tag, and whose it is. */
  name: z.string(),
  /** Where it comes from. */
  source: z.string(),
  checks: z.array(check),
  isMatch: z.boolean(),
});

/** One of the identifiers and reservations that were looked at. */
export type Candidate = z.output<typeof candidate>;

/** Why an event ended as it did: what was read, what was looked at, and what came of it. */
export const decisionTrace = z.object({
  read: z.object({ type: z.enum(identifierTypes), raw: z.string(), normalized: z.string() }).nullable(),
  direction: z.enum(gateTypes).nullable(),
  /** What held before anything was looked up: the module, the gate, the time. */
  checks: z.array(check),
  candidates: z.array(candidate),
  isGranted: z.boolean().nullable(),
  reason: z.string(),
});

/** The trace of a decision. */
export type DecisionTrace = z.output<typeof decisionTrace>;

/** What an operator asks: would this open this gate at this time? */
export const question = z.strictObject({
  type: z.enum(identifierTypes, "Required"),
  read: requiredText(64),
  gateId: recordId,
  /** Now, unless said otherwise. */
  at: sentTime.optional(),
  direction: z.enum(gateTypes).optional(),
});
