import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyAccess } from "../../src/decision/access-state.ts";
import { decideEvent } from "../../src/decision/decide-event.ts";
import { applyOutcome, emptyContext, identifierKey, type RunningContext } from "../../src/decision/decision-context.ts";
import { hypotheticalRead } from "../../src/decision/hypothetical-read.ts";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import type { LookAlike } from "../../src/policy/evaluation.ts";
import type { Site } from "../../src/site/site.ts";
import { identifier } from "../question.ts";
import { anyRules, anySituation, policyOf, questionOf, ruleOf } from "./any-policy.ts";

const noRules = policyOf([]);
const alike = (requirement: LookAlike["requirement"], confidence: number | null = null) => ({
  lookAlike: { requirement, other: "KA01A81234", confidence },
});

describe("look-alike plates", () => {
  it.each([
    ["the tag is missing", alike("second-factor", 0.99), false],
    ["the tag was read", { ...alike("second-factor"), hasBothFactors: true }, true],
    ["the read is certain", alike("exact-read", 0.9), true],
    ["the read is uncertain", alike("exact-read", 0.89), false],
    ["the camera reports no confidence", alike("exact-read"), false],
    ["the tag replaces a certain read", { ...alike("exact-read", 0.4), hasBothFactors: true }, true],
  ])("RULE-10 with and without rules, a pair decides when %s", (_, over, isGranted) => {
    for (const policy of [noRules, policyOf([ruleOf()])]) {
      const result = evaluatePolicy(questionOf(policy, over));
      expect(result.isGranted).toBe(isGranted);
      expect(result.steps.find(({ step }) => step === "look-alike")).toMatchObject({
        isPassed: isGranted,
        facts: { lookAlike: "KA01A81234" },
      });
    }
  });

  it("RULE-10 the denial says what would have opened the gate", () => {
    expect(evaluatePolicy(questionOf(noRules, alike("exact-read", 0.62)))).toMatchObject({
      code: "deny.look-alike",
      reason: "Looks like KA01A81234, so a confidence of 90% is required, and it was 62%",
      fix: "Read the plate with a confidence of at least 90%; it was 62%",
    });
    expect(evaluatePolicy(questionOf(noRules, alike("second-factor")))).toMatchObject({
      code: "deny.look-alike",
      fix: "Read the vehicle's tag at this gate too",
    });
  });

  it("RULE-10 a requirement never grants what is denied without it", () => {
    fc.assert(
      fc.property(anyRules, anySituation, fc.constantFrom("second-factor", "exact-read"), (rules, situation, kind) => {
        const question = situation(policyOf(rules));
        const confidence = question.presence === null ? null : 0.95;
        const strict = evaluatePolicy({ ...question, ...alike(kind as LookAlike["requirement"], confidence) });
        expect(!strict.isGranted || evaluatePolicy(question).isGranted).toBe(true);
      }),
    );
  });
});

describe("look-alike plates at a gate", () => {
  const at = new Date("2026-06-10T10:00:00Z");
  const gate = { id: 1, name: "Gate A", type: "N" as const, cameraId: null, sensorId: null, barrier: null };
  const site: Site = {
    modules: everyModule(true),
    configs: { eventFreshSeconds: 30, passageSeconds: 10, ticketUrl: "" },
    gates: new Map([[1, { ...gate, buzzer: null, displays: [] }]]),
    gateOfCamera: new Map(),
    gateOfSensor: new Map(),
    displays: new Map(),
    counters: new Map(),
    rfidVehicleTypes: [],
    hasMygate: false,
    policy: noRules,
  };
  const known = (type: "LICENSE_PLATE" | "RFID", normalized: string) => ({
    ...identifier({ vehicle: "KA01AB1234" }),
    type,
    normalized,
    origin: "ADMIN",
    externalId: null,
  });
  const contextWith = (requirement: LookAlike["requirement"]): RunningContext => ({
    ...emptyContext(),
    identifiers: new Map([
      [identifierKey("LICENSE_PLATE", "KA01AB1234"), [known("LICENSE_PLATE", "KA01AB1234")]],
      [identifierKey("RFID", "E200"), [known("RFID", "E200")]],
    ]),
    access: { ...emptyAccess(noRules), lookAlikes: new Map([["KA01AB1234", { requirement, other: "KA01A81234" }]]) },
  });
  const read = (type: "LICENSE_PLATE" | "RFID", text: string) => ({
    ...hypotheticalRead({ type, read: text, gateId: 1, at }),
    id: type === "RFID" ? 2 : 1,
  });

  it("RULE-10 a plate waits for its tag, and the tag opens", () => {
    const context = contextWith("second-factor");
    const plate = decideEvent(site, context, read("LICENSE_PLATE", "KA01AB1234"));
    applyOutcome(context, plate);
    expect(plate.event).toMatchObject({ isGranted: false, trace: { reasonCode: "deny.look-alike" } });
    const tag = decideEvent(site, context, read("RFID", "E200"));
    expect(tag.event).toMatchObject({ isGranted: true });
  });

  it("RULE-10 only the plates of the pair are affected", () => {
    const context = contextWith("exact-read");
    const event = read("LICENSE_PLATE", "KA01AB1234");
    const certain = { ...event, detection: { ...event.detection, confidence: 0.97 } as typeof event.detection };
    expect(decideEvent(site, context, certain).event.isGranted).toBe(true);
    expect(decideEvent(site, context, event).event.isGranted).toBe(false);
    const free = { ...context, access: emptyAccess(noRules) };
    expect(decideEvent(site, free, event).event.isGranted).toBe(true);
  });
});
