import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confirmPassage, emptyAccess, type PassageHold } from "../../src/decision/access-state.ts";
import { decideEvent } from "../../src/decision/decide-event.ts";
import { applyOutcome, emptyContext, identifierKey, type RunningContext } from "../../src/decision/decision-context.ts";
import { hypotheticalRead } from "../../src/decision/hypothetical-read.ts";
import type { RuleInput } from "../../src/policy/policy.ts";
import type { Site, SiteGate } from "../../src/site/site.ts";
import { identifier } from "../question.ts";
import { anyRules, policyOf, ruleOf } from "./any-policy.ts";

const gateOf = (id: number, type: "N" | "X"): SiteGate => ({
  id,
  name: `Gate ${id}`,
  type,
  cameraId: null,
  sensorId: null,
  barrier: null,
  buzzer: null,
  displays: [],
  fromAreaId: type === "X" ? 2 : null,
  toAreaId: type === "N" ? 2 : null,
});

const siteWith = (rules: readonly RuleInput[]): Site => ({
  modules: everyModule(true),
  configs: { eventFreshSeconds: 30, passageSeconds: 10, ticketUrl: "" },
  gates: new Map([gateOf(1, "N"), gateOf(2, "X")].map((gate) => [gate.id, gate])),
  gateOfCamera: new Map(),
  gateOfSensor: new Map(),
  displays: new Map(),
  counters: new Map(),
  rfidVehicleTypes: [],
  hasMygate: false,
  policy: policyOf(rules),
});

const plates = ["P1", "P2", "P3", "P4"];
const start = Date.UTC(2026, 5, 10, 4);

/** The decisions on reads a minute apart, each confirmed before the next. */
function replay(site: Site, reads: readonly { plate: string; gateId: number }[]): (string | undefined)[] {
  const known = plates.map((plate, index) => ({
    ...identifier({ id: index + 1, vehicle: plate }),
    groupIds: [(index % 2) + 1],
    type: "LICENSE_PLATE" as const,
    normalized: plate,
    origin: "ADMIN",
    externalId: null,
  }));
  const context: RunningContext = {
    ...emptyContext(),
    identifiers: new Map(known.map((one) => [identifierKey(one.type, one.normalized), [one]])),
    ...(site.policy && { access: emptyAccess(site.policy) }),
  };
  const confirm = (hold: PassageHold | undefined) => hold && context.access && confirmPassage(context.access, hold);
  return reads.map(({ plate, gateId }, index) => {
    const at = new Date(start + index * 60_000);
    const outcome = decideEvent(site, context, hypotheticalRead({ type: "LICENSE_PLATE", read: plate, gateId, at }));
    applyOutcome(context, outcome);
    confirm(outcome.hold);
    return outcome.event.trace.reasonCode;
  });
}

const anyReads = fc.array(fc.record({ plate: fc.constantFrom(...plates), gateId: fc.constantFrom(1, 2) }), {
  maxLength: 30,
});

describe("a replay of events", () => {
  it("RULE-9 under the same policy changes no decision", () => {
    fc.assert(
      fc.property(anyRules, anyReads, (rules, reads) => {
        expect(replay(siteWith(rules), reads)).toEqual(replay(siteWith(rules), reads));
      }),
    );
  });

  it("RULE-4 RULE-5 simulates presence and counts", () => {
    const site = siteWith([ruleOf({ antiPassback: "hard" })]);
    const reads = [
      { plate: "P1", gateId: 1 },
      { plate: "P1", gateId: 1 },
      { plate: "P2", gateId: 1 },
      { plate: "P3", gateId: 1 },
      { plate: "P1", gateId: 2 },
      { plate: "P3", gateId: 1 },
      { plate: "P2", gateId: 2 },
      { plate: "P3", gateId: 1 },
    ];
    expect(replay(site, reads)).toEqual([
      "allow.rule",
      "deny.passback",
      "allow.rule",
      "deny.area-full",
      "allow.rule",
      "deny.area-full",
      "allow.rule",
      "allow.rule",
    ]);
  });
});
