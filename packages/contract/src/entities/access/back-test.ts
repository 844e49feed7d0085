import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { accessReasonCodes, decisionStep } from "../../events/decision.ts";
import { eventModules } from "../../events/event-module.ts";
import { gateTypes } from "../../fields/gate-types.ts";
import { eventId, idParams, recordId, version } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";
import { confirmation, policyRule, ruleEffects } from "./rule.ts";

/** How many past days a back-test can replay. */
export const backTestDays = [7, 30, 90] as const;

/** A rule that is saved is replayed on the passages of this many days. */
export const checkedDays = 7;

/** How long the results of back-tests are kept. */
export const keptBackTestDays = 30;

const backTestStates = ["running", "done", "failed"] as const;

/** What a draft policy changes about a passage. */
export const passageResults = ["newly-denied", "newly-allowed", "unchanged", "undecidable"] as const;

/** What a draft policy changes about a passage. */
export type PassageResult = (typeof passageResults)[number];

export const passageResultTitles = {
  "newly-denied": "Newly denied",
  "newly-allowed": "Newly allowed",
  unchanged: "Unchanged",
  undecidable: "Undecidable",
} as const satisfies Record<PassageResult, string>;

/** Enforcing rules that would have denied a larger share of last week's grants needs a typed confirmation. */
export const maxDeniedShare = 0.05;

/** A rule that is in shadow mode for longer is flagged. */
export const maxShadowDays = 30;

/** The text to type for restoring a version. */
export const versionConfirmation = (version: number): string => `version ${version}`;

const days = z.literal([...backTestDays], `Must be ${backTestDays.slice(0, -1).join(", ")} or ${backTestDays.at(-1)}`);

/** The input of a back-test: a complete draft policy, or a stored version. */
const backTestDraft = z
  .strictObject({
    days,
    /** All rules of the draft policy; groups, areas, schedules and memberships are the present ones. */
    rules: z.array(policyRule).max(2000, "At most 2000 rules").optional(),
    /** A stored version with its groups, areas, schedules and memberships, instead of rules. */
    version: version.optional(),
    /** Compares with this version; by default with the recorded decisions. */
    against: version.optional(),
  })
  .check(({ value, issues }) => {
    if ((value.rules === undefined) === (value.version === undefined))
      issues.push({ code: "custom", path: ["rules"], input: value, message: "Send either rules or a version" });
  });

const counts = { newlyDenied: z.int(), newlyAllowed: z.int(), undecidable: z.int() };

/** One side of a changed decision. */
const replayedDecision = z.object({
  isGranted: z.boolean().nullable(),
  reasonCode: z.enum(accessReasonCodes).nullable(),
  reason: z.string(),
  nearestFix: z.string().nullable(),
  steps: z.array(decisionStep),
});

/** A passage that the draft changes, with both traces. */
const changedPassage = z.object({
  eventId,
  module: z.enum(eventModules),
  at: instant,
  gateId: recordId,
  gateName: z.string(),
  direction: z.enum(gateTypes),
  vehicle: z.string(),
  result: z.enum(passageResults),
  /** Why it can't be decided; null for other results. */
  missing: z.string().nullable(),
  before: replayedDecision,
  after: replayedDecision,
});

export const backTestResult = z.object({
  /** Replayed passages: the sum of the four counts below. */
  events: z.int(),
  ...counts,
  unchanged: z.int(),
  /** Exits that don't happen, because the draft denies the entry before them. */
  removedExits: z.int(),
  /** How many of the passages were granted before, removed exits included. */
  grants: z.int(),
  /** The affected vehicles, those with the most denials first; at most 100. */
  vehicles: z.array(z.object({ vehicle: z.string(), ...counts })),
  affectedVehicles: z.int(),
  /** Hour of the day at the site by gate; only cells with a passage. */
  cells: z.array(z.object({ gateId: recordId, gateName: z.string(), hour: z.int(), events: z.int(), ...counts })),
  /** The largest number of vehicles inside each area. */
  peaks: z.array(
    z.object({ areaId: recordId, name: z.string(), capacity: z.int().nullable(), before: z.int(), after: z.int() }),
  ),
  /** Which facts history lacks, the most frequent first. */
  missingFacts: z.array(z.object({ text: z.string(), count: z.int() })),
  /** Changed passages of the most affected vehicles; at most 200. */
  changes: z.array(changedPassage),
  /** Vehicles of the person who asked that would have been denied. */
  ownVehicles: z.array(z.string()),
});
backTestResult.register(z.globalRegistry, { id: "BackTestResult", description: "The result of a back-test" });

export type BackTestResult = z.output<typeof backTestResult>;

/** A back-test as the server returns it. */
export const backTest = z.object({
  id: recordId,
  state: z.enum(backTestStates),
  /** From 0 to 1. */
  progress: z.number(),
  days: z.int(),
  createdAt: instant,
  /** Why it failed; null otherwise. */
  failure: z.string().nullable(),
  /** Null until it is done. */
  result: backTestResult.nullable(),
});
backTest.register(z.globalRegistry, { id: "BackTest", description: "A draft of the rules, tested on past events" });

export type BackTest = z.output<typeof backTest>;

const matchCounts = {
  /** Passages of the rule's group. */
  ofGroup: z.int(),
  /** Of these, those at its gates and in its direction. */
  atGates: z.int(),
  /** Of these, those at its times. */
  inTime: z.int(),
};

/** What a rule changes about the passages of the last days, beside all other rules. */
export const ruleEffect = z.object({
  days: z.int(),
  /** All passages of these days. */
  passages: z.int(),
  ...matchCounts,
  /** The passages that would be decided otherwise without the rule. */
  differing: z.int(),
  /** What decides the matching passages without the rule, the most frequent first. */
  decidedBy: z.array(
    z.object({
      isGranted: z.boolean(),
      code: z.enum(accessReasonCodes),
      /** The name of the rule that decides; null if something else does. */
      rule: z.string().nullable(),
      passages: z.int(),
    }),
  ),
  /** Enforced rules that apply wherever this one does, so that it never decides. */
  broader: z.array(z.object({ effect: z.enum(ruleEffects), name: z.string() })),
});
ruleEffect.register(z.globalRegistry, {
  id: "RuleEffect",
  description: "What a rule changes about the passages of the last days, beside all other rules",
});

/** What a rule changes about past passages. */
export type RuleEffect = z.output<typeof ruleEffect>;

/** A stored version of the rules. */
export const policyVersionRecord = z.object({
  version,
  at: instant,
  by: z.string().nullable(),
  rules: z.int(),
  enforced: z.int(),
  isCurrent: z.boolean(),
});
policyVersionRecord.register(z.globalRegistry, { id: "PolicyVersion", description: "A stored version of the rules" });

export type PolicyVersion = z.output<typeof policyVersionRecord>;

/** The input for restoring a version. */
const restoreRequest = z.strictObject({
  /** The typed text, see `versionConfirmation`; only needed if it would have denied many vehicles. */
  confirmation,
});

/** An event that a rule in shadow mode would have decided otherwise. */
export const shadowEvent = z.object({
  eventId,
  module: z.enum(eventModules),
  at: instant,
  gateName: z.string(),
  vehicle: z.string(),
  isGranted: z.boolean().nullable(),
  ruleId: recordId,
  rule: z.string(),
  /** "Would have been denied by …". */
  text: z.string(),
});
shadowEvent.register(z.globalRegistry, {
  id: "ShadowEvent",
  description: "An event that a rule in shadow mode would have decided otherwise",
});

/** An event that a rule in shadow mode would have decided otherwise. */
export type ShadowEvent = z.output<typeof shadowEvent>;

const tag = "Access rules";
const maxDraftBytes = 2_000_000;

/**
 * The endpoints of back-tests, shadow results and versions of the rules. Back-tests and versions concern
 * the whole site; shadow results are those of the person's gates.
 */
export const backTestEndpoints = defineEndpoints(
  { read: "view", write: "policy" },
  {
    "POST /access/back-tests": {
      tag,
      summary: "Replay past events under a draft policy",
      body: backTestDraft,
      bodyLimit: maxDraftBytes,
      response: backTest,
      status: 201,
    },
    "GET /access/back-tests/{id}": {
      tag,
      summary: "Get the progress and the result of a back-test",
      params: idParams,
      response: backTest,
      errors: ["record/not-found"],
    },
    "POST /access/rules/effect": {
      tag,
      summary: "Test what a rule would change about the passages of the last week",
      body: policyRule,
      response: ruleEffect,
    },
    "GET /access/shadow-results": {
      tag,
      summary: "List what rules in shadow mode would have changed in the last 30 days, the newest first",
      gates: "own",
      response: z.array(shadowEvent),
    },
    "GET /access/policy-versions": {
      tag,
      summary: "List the stored versions of the rules, the newest first",
      response: z.array(policyVersionRecord),
    },
    "POST /access/policy-versions/{id}/restore": {
      tag,
      summary: "Restore a version of the rules, with its groups, areas, schedules and memberships",
      params: idParams,
      body: restoreRequest,
      actsOn: "policy_versions",
      response: policyVersionRecord,
      errors: ["record/not-found", "record/taken", "rule/confirmation-needed"],
    },
  },
);
