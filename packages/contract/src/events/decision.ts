import * as z from "zod";
import type { CommandError } from "./command.ts";

/** The result of an access decision by its stable code, with a text for people. Codes are never renamed. */
export const accessReasons = {
  "allow.identity": "Valid identifier or reservation",
  "allow.rule": "Allowed by a rule",
  "allow.pass": "Valid pass",
  "allow.exit": "Let out, although something was wrong",
  "allow.hold-open": "The gate is held open",
  "allow.evacuate": "The site is evacuated, so exits are open",
  "allow.repeated": "Further read of a granted passage",
  "deny.lockdown": "The gate is locked down",
  "deny.list": "On the deny list",
  "deny.unreadable": "The plate or tag is not legible",
  "deny.unknown": "Not registered",
  "deny.not-valid": "Registered, but not valid at this time",
  "deny.rule": "Denied by a rule",
  "deny.no-rule": "No rule allows it",
  "deny.schedule-closed": "Outside the times of the rules that allow it",
  "deny.look-alike": "The plate can be confused with another one",
  "deny.second-factor": "Plate and tag are both required",
  "deny.passback": "Already inside",
  "deny.area-full": "The area is full",
  "deny.quota-full": "The quota of the group is used up",
  "deny.no-uses": "No uses left",
  "deny.look-up-failed": "A rule refers to something that does not exist",
  "undecided.module-inactive": "The module is switched off",
  "undecided.no-gate": "Not read at a gate",
  "undecided.not-live": "Too late or too early to open the gate",
} as const;

/** The code of a result. */
export type AccessReason = keyof typeof accessReasons;

export const accessReasonCodes = Object.keys(accessReasons) as [AccessReason, ...AccessReason[]];

/** The steps of a decision, in the order in which they are evaluated. */
export const accessSteps = {
  gate: "Gate and module",
  override: "Override",
  "deny-list": "Deny list",
  identity: "Identity and validity",
  "deny-rules": "Deny rules",
  "allow-rules": "Allow rules",
  "look-alike": "Look-alike plates",
  factors: "Factors",
  "anti-passback": "Anti-passback",
  capacity: "Capacity",
  quota: "Quota",
  uses: "Uses left",
  "watch-list": "Watch list",
} as const;

/** The code of a step. */
export type AccessStep = keyof typeof accessSteps;

const accessStepCodes = Object.keys(accessSteps) as [AccessStep, ...AccessStep[]];

/** One step of the evaluation, with the facts it used. */
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

/** What the facts of a step are called. Facts about areas are called by the name of the area. */
export const stepFactTitles: Readonly<Partial<Record<string, string>>> = {
  groups: "Groups",
  considered: "Rules considered",
  open: "Rules in force",
  rule: "Rule no.",
  window: "Window",
  localTime: "Local time",
  timeZone: "Time zone",
  override: "Override no.",
  entry: "List entry no.",
  until: "Until",
  lookAlike: "Looks like",
  requirement: "Requires",
  confidence: "Confidence",
  plateAndTag: "Plate and tag read",
  insideArea: "Inside",
  since: "Since",
  isForgiven: "Forgiven",
  group: "Group",
  inside: "Vehicles inside",
  quota: "Quota",
};

/** What became of a vehicle at a gate. */
export type AccessOutcome = "granted" | "not-opened" | "denied" | "undecided";

/** The label of each outcome. */
export const accessOutcomeTitles: Record<AccessOutcome, string> = {
  granted: "Granted",
  "not-opened": "Granted, barrier did not open",
  denied: "Denied",
  undecided: "Not decided",
};

/** The outcome of a decision and of the open command that followed. */
export function toAccessOutcome(isGranted: boolean | null, barrierFailure: CommandError | null): AccessOutcome {
  if (isGranted === null) return "undecided";
  if (!isGranted) return "denied";
  return barrierFailure === null ? "granted" : "not-opened";
}
