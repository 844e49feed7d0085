import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { anprEvent } from "../events/anpr.ts";
import { command } from "../events/command.ts";
import { countingEvent } from "../events/counting.ts";
import { accessReasonCodes, decisionStep } from "../events/decision.ts";
import { epldEvent } from "../events/epld.ts";
import { eventFigureNames } from "../events/event-fields.ts";
import { eventModules, eventStatuses } from "../events/event-module.ts";
import { loopEvent } from "../events/loop.ts";
import { overspeedEvent } from "../events/overspeed.ts";
import { plateCorrection, plateCorrectionDraft, plateSuggestion } from "../events/plate-correction.ts";
import { rfidEvent } from "../events/rfid.ts";
import { gateTypes } from "../fields/gate-types.ts";
import { identifierTypes } from "../fields/identifier.ts";
import { maxIdentifierLength } from "../fields/identifier-text.ts";
import { cursor, idList, limit, maxSearchLength, pageOf, queryFlag, queryText } from "../fields/query.ts";
import { eventId, recordId } from "../fields/record.ts";
import { requiredChoice } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { sentTime } from "../fields/time.ts";
import { moduleInPath } from "../modules/module-in-path.ts";

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

/** Why it was decided so. Absent in events that were stored by earlier versions. */
const decisionReason = {
  reasonCode: z.enum(accessReasonCodes).optional(),
  /** The smallest change that would have opened the gate; null if it was opened, or if there is none. */
  nearestFix: z.string().nullable().optional(),
  /** The evaluation steps in order. */
  steps: z.array(decisionStep).optional(),
  /** The version of the rules; null without rules. */
  policyVersion: z.int().nullable().optional(),
  /** The results that rules in shadow mode would have changed. */
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

export type DecisionTrace = z.output<typeof decisionTrace>;

/** A what-if question: would this plate or tag open this gate at this time? */
export const question = z.strictObject({
  type: z.enum(identifierTypes, requiredChoice),
  read: requiredText(maxIdentifierLength),
  /** The tag that is read together with a plate, or the plate together with a tag. */
  otherRead: requiredText(maxIdentifierLength).optional(),
  gateId: recordId,
  /** Default: now. */
  at: sentTime.optional(),
  direction: z.enum(gateTypes).optional(),
});

const tag = "Events";
const module = moduleInPath.pipe(z.enum(eventModules, "This module has no events"));

const sought = {
  /** The ANPR page also lists events without a gate. */
  all: queryFlag,
  status: z.enum(eventStatuses, "Must be PROCESSED or RECEIVED").optional(),
  from: sentTime.optional(),
  to: sentTime.optional(),
  /** Any part of a plate or tag. */
  search: queryText(maxSearchLength),
  /** The name of the camera, reader or loop. */
  source: queryText(255),
  direction: z.enum(gateTypes, "Must be N or X").optional(),
  granted: z.enum(["true", "false"], "Must be true or false").optional(),
  /** The events behind a figure of the overview. */
  figure: z.enum(eventFigureNames, `Must be one of ${eventFigureNames.join(", ")}`).optional(),
  /** The ids of gates, separated by commas. */
  gates: idList,
  /** Only one hour of a weekday in the site's time zone: 1 (Monday) to 7, a dash, and 0 to 23. */
  weekHour: z
    .string()
    .regex(/^[1-7]-(1?\d|2[0-3])$/, "Must be a weekday from 1 (Monday) to 7 and an hour from 0 to 23, such as 1-8")
    .optional(),
};

export const eventEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /events/{module}": {
      tag,
      summary: "Page through a module's events, the newest first",
      params: z.object({ module }),
      query: z.strictObject({ ...sought, cursor, limit }),
      response: pageOf(event),
      errors: ["cursor/invalid"],
    },
    "GET /events/{module}/count": {
      tag,
      summary: "The number of the filtered events, counted up to a limit",
      params: z.object({ module }),
      query: z.strictObject(sought),
      response: z.object({
        count: z.int(),
        /** Whether there are more than were counted. */
        isMore: z.boolean(),
      }),
    },
    "GET /events/{module}/sources": {
      tag,
      summary: "The names of the configured cameras, readers or loops of a module, by which its events can be filtered",
      params: z.object({ module }),
      response: z.array(z.string()),
    },
    "GET /events/{module}/export": {
      tag,
      permission: "export",
      summary: "Export the filtered events as CSV",
      params: z.object({ module }),
      query: z.strictObject(sought),
      download: "text/csv",
      exports: "events",
    },
    "GET /events/{module}/{id}": {
      tag,
      summary: "Read one event",
      params: z.object({ module, id: z.coerce.number<number>().pipe(eventId) }),
      response: event,
      errors: ["record/not-found"],
    },
    "GET /events/{module}/{id}/why": {
      tag,
      summary: "The decision trace of an event and its commands",
      params: z.object({ module, id: z.coerce.number<number>().pipe(eventId) }),
      response: z.object({
        event,
        trace: decisionTrace,
        ...decisionReason,
        commands: z.array(command),
        sightings: z.array(event),
        /** What the camera probably misread, the most likely first. */
        suggestions: z.array(plateSuggestion),
        /** The latest correction of the plate. */
        correction: plateCorrection.nullable(),
      }),
      errors: ["record/not-found"],
    },
    "POST /events/{module}/{id}/correct": {
      tag,
      permission: "open",
      gates: "own",
      summary: "Correct the plate of an event; the raw read stays, and no gate opens",
      params: z.object({ module, id: z.coerce.number<number>().pipe(eventId) }),
      body: plateCorrectionDraft,
      response: plateCorrection,
      status: 201,
      errors: ["record/not-found"],
    },
  },
);

export const evidenceEndpoints = defineEndpoints(
  { read: "export", write: "export", gates: "own" },
  {
    "GET /events/{module}/{id}/evidence": {
      tag,
      summary: "The signed evidence package of an event: a ZIP file with everything that is stored about it",
      params: z.object({ module, id: z.coerce.number<number>().pipe(eventId) }),
      download: "application/zip",
      exports: "events",
      errors: ["record/not-found", "image/unavailable"],
    },
    "GET /evidence-key": {
      tag,
      access: "public",
      summary: "The public key that evidence packages of this site are verified with",
      response: z.object({
        /** SPKI in PEM. */
        publicKey: z.string(),
        /** SHA-256 of the key in DER, in hexadecimal. */
        fingerprint: z.string(),
      }),
    },
  },
);

export const whatIfEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "POST /access/what-if": {
      tag,
      summary: "What would be decided for a plate or tag at a gate, without doing anything",
      gates: "own",
      body: question,
      response: decisionTrace,
      errors: ["record/not-found"],
    },
  },
);
