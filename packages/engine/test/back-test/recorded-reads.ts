import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { type PastRead, toPastFacts, toPastSubject } from "../../src/back-test/past-read.ts";
import { Replay, type ReplayOptions } from "../../src/back-test/replay.ts";
import { RuleEffectCounter } from "../../src/back-test/rule-effect.ts";
import { summarize } from "../../src/back-test/summary.ts";
import type { ReplayPolicy } from "../../src/back-test/world.ts";
import { confirmPassage, emptyAccess } from "../../src/decision/access-state.ts";
import { decideEvent } from "../../src/decision/decide-event.ts";
import { applyOutcome, emptyContext, identifierKey, type RunningContext } from "../../src/decision/decision-context.ts";
import { hypotheticalRead } from "../../src/decision/hypothetical-read.ts";
import type { Outcome } from "../../src/decision/outcome.ts";
import type { LookAlike } from "../../src/policy/evaluation.ts";
import type { RuleInput } from "../../src/policy/policy.ts";
import type { Site, SiteGate } from "../../src/site/site.ts";
import { policyOf } from "../policy/any-policy.ts";
import { identifier } from "../question.ts";

/** Gates 1 and 2 are entry and exit of Deck 1, which has two places; gates 3 and 4 those of the site. */
const gateOf = (id: number, type: "N" | "X", outer: number | null, inner: number): SiteGate => ({
  id,
  name: `Gate ${id}`,
  type,
  cameraId: null,
  sensorId: null,
  barrier: null,
  buzzer: null,
  displays: [],
  fromAreaId: type === "X" ? inner : outer,
  toAreaId: type === "N" ? inner : outer,
});
const gates = new Map(
  [gateOf(1, "N", null, 2), gateOf(2, "X", null, 2), gateOf(3, "N", null, 1), gateOf(4, "X", null, 1)].map((gate) => [
    gate.id,
    gate,
  ]),
);

const passageSeconds = 10;
const plates = ["P1", "P2", "P3", "P4"];
/** 08:00 in Berlin. */
const start = Date.UTC(2026, 5, 10, 6);

/** A read of a plate, or of its tag. */
export interface TestRead {
  readonly plate: string;
  readonly gateId: number;
  /** Seconds after the read before. */
  readonly after?: number;
  readonly isTag?: boolean;
  /** Of a plate read. */
  readonly confidence?: number;
}

/** What plates require, by plate. */
export type TestLookAlikes = ReadonlyMap<string, LookAlike>;

const siteWith = (rules: readonly RuleInput[]): Site => ({
  modules: everyModule(true),
  configs: { eventFreshSeconds: 30, passageSeconds, ticketUrl: "" },
  gates,
  gateOfCamera: new Map(),
  gateOfSensor: new Map(),
  displays: new Map(),
  counters: new Map(),
  rfidVehicleTypes: [],
  hasMygate: false,
  policy: policyOf(rules),
});

/** P1 and P3 are contractors (1), P2 and P4 residents (2); each has a plate and a tag. */
const groupsOf = (identifierId: number): number[] => [((identifierId - 1) % 2) + 1];

const known = (["LICENSE_PLATE", "RFID"] as const).flatMap((type) =>
  plates.map((plate, index) => ({
    ...identifier({ id: index + 1 + (type === "RFID" ? plates.length : 0), vehicle: plate, name: plate }),
    groupIds: groupsOf(index + 1),
    type,
    normalized: type === "RFID" ? `T${plate}` : plate,
    origin: "ADMIN",
    externalId: null,
  })),
);

/** Decides the reads as the live engine does, each confirmed before the next, and returns what would be stored. */
export function recordReads(
  rules: readonly RuleInput[],
  reads: readonly TestRead[],
  lookAlikes: TestLookAlikes = new Map(),
): PastRead[] {
  const site = siteWith(rules);
  const context: RunningContext = {
    ...emptyContext(),
    identifiers: new Map(known.map((one) => [identifierKey(one.type, one.normalized), [one]])),
    ...(site.policy && { access: { ...emptyAccess(site.policy), lookAlikes } }),
  };
  let ms = start;
  return reads.map(({ plate, gateId, after = 60, isTag = false, confidence }, index) => {
    ms += after * 1000;
    const read = { type: isTag ? ("RFID" as const) : ("LICENSE_PLATE" as const), read: isTag ? `T${plate}` : plate };
    const event = { ...hypotheticalRead({ ...read, gateId, at: new Date(ms) }), id: index + 1 };
    const seen = event.detection.kind === "plate" && {
      detection: { ...event.detection, confidence: confidence ?? null },
    };
    const outcome = decideEvent(site, context, { ...event, ...seen });
    applyOutcome(context, outcome);
    if (outcome.hold && context.access) confirmPassage(context.access, outcome.hold);
    return toPastRead(outcome, plate, lookAlikes);
  });
}

const toPastRead = ({ event }: Outcome, vehicle: string, lookAlikes: TestLookAlikes): PastRead => ({
  id: event.id,
  module: event.module,
  at: event.receivedAt,
  gateId: event.gateId ?? 0,
  gateName: event.gateName ?? "",
  direction: event.direction ?? "N",
  vehicle,
  isGranted: event.isGranted ?? false,
  reasonCode: event.trace.reasonCode ?? null,
  reason: event.reason,
  nearestFix: event.trace.nearestFix ?? null,
  passageOf: event.passageOf ?? null,
  isConfirmed: true,
  subjects: event.trace.candidates.map(toPastSubject),
  ...toPastFacts(event.trace.steps ?? [], {
    lookAlike: event.module === "RFID_ACCESS_CONTROL" ? undefined : lookAlikes.get(vehicle),
    confidence: event.confidence ?? null,
  }),
  policyVersion: event.trace.policyVersion ?? null,
});

/** A policy with the gates and groups of these tests. */
export const replayPolicy = (rules: readonly RuleInput[]): ReplayPolicy => ({
  policy: policyOf(rules),
  gates,
  groupsOf,
});

/** Replays what was recorded under some rules with other rules. */
export function backTest(
  recorded: readonly RuleInput[],
  draft: readonly RuleInput[],
  reads: readonly PastRead[],
  over: Partial<ReplayOptions> = {},
) {
  const before = replayPolicy(recorded);
  const tried = replayPolicy(draft);
  const options = { draft: tried, against: null, recordedFor: () => before, passageSeconds, inside: [], ...over };
  const replay = new Replay(options, new Date(start), before);
  replay.run(reads);
  return summarize(replay, { policy: tried.policy, own: new Set(["P1"]) });
}

/** What the last of some enforced rules changes about reads that the others decided. */
export function effectOf(others: readonly RuleInput[], rule: RuleInput, reads: readonly TestRead[]) {
  const draft = replayPolicy([...others, rule]);
  const effect = new RuleEffectCounter(draft.policy, rule.id);
  const { newlyDenied, newlyAllowed } = backTest(others, [...others, rule], recordReads(others, reads), {
    against: replayPolicy(others),
    observe: effect.count.bind(effect),
  });
  return { differing: newlyDenied + newlyAllowed, ...effect.result() };
}
