import { describe, expect, it } from "vitest";
import {
  type ActiveAlert,
  isQuiet,
  lastTimeAt,
  minuteAt,
  type PlannedRule,
  planMessages,
} from "../../src/notifications/plan-messages.ts";

const since = new Date("2026-03-01T00:00:00Z");
const rule = (over: Partial<PlannedRule> = {}): PlannedRule => ({
  ...{ id: 1, topics: ["disk"], isImmediate: true, escalation: [], quiet: null, since },
  ...over,
});
const alert = (over: Partial<ActiveAlert> = {}): ActiveAlert => ({
  ...{ id: 7, topic: "disk", activeSince: new Date("2026-03-02T00:00:00Z"), activeMs: 0, mayHaveCause: false },
  ...over,
});

const noon = { minute: 720, rootCauseMs: 10_000 };
const none = () => false;
const steps = (rules: PlannedRule[], alerts: ActiveAlert[], sent: (step: number) => boolean = none) =>
  planMessages(rules, alerts, (_rule, _alert, step) => sent(step), noon).map(({ step, alertIds }) => [step, alertIds]);

describe("when messages are due", () => {
  it("NOTE-1 alerts of a rule's topics are one message", () => {
    const alerts = [alert(), alert({ id: 8 }), alert({ id: 9, topic: "barrier" })];
    expect(steps([rule()], alerts)).toEqual([[0, [7, 8]]]);
  });

  it("NOTE-1 what was sent is not sent again", () => {
    expect(steps([rule()], [alert()], () => true)).toEqual([]);
  });

  it("NOTE-1 alerts from before the rule are not sent", () => {
    expect(steps([rule()], [alert({ activeSince: new Date("2026-02-28T00:00:00Z") })])).toEqual([]);
  });

  it.each([
    [9_999, []],
    [10_000, [[0, [7]]]],
  ])("OPS-8 an alert that may have a root cause waits: after %i ms", (activeMs, expected) => {
    expect(steps([rule()], [alert({ mayHaveCause: true, activeMs })])).toEqual(expected);
  });

  it.each([
    [59_999, []],
    [60_000, [[1, [7]]]],
    [
      300_000,
      [
        [1, [7]],
        [2, [7]],
      ],
    ],
  ])("NOTE-2 an alert that is active for %i ms escalates", (activeMs, expected) => {
    const escalating = rule({ escalation: [{ afterMinutes: 1 }, { afterMinutes: 5 }] });
    expect(steps([escalating], [alert({ activeMs })], (step) => step === 0)).toEqual(expected);
  });

  it("NOTE-2 a rule with a digest only sends nothing at once", () => {
    expect(steps([rule({ isImmediate: false })], [alert()])).toEqual([]);
  });

  it("NOTE-2 nothing is sent in quiet hours", () => {
    expect(steps([rule({ quiet: { from: 700, to: 740 } })], [alert()])).toEqual([]);
    expect(steps([rule({ quiet: { from: 740, to: 700 } })], [alert()])).toEqual([[0, [7]]]);
  });

  it.each([
    [1319, false],
    [1320, true],
    [0, true],
    [419, true],
    [420, false],
  ])("NOTE-2 from 22:00 to 7:00, minute %i is quiet: %s", (minute, expected) => {
    expect(isQuiet({ from: 1320, to: 420 }, minute)).toBe(expected);
  });
});

describe("the time of the digest", () => {
  it.each([
    ["2026-03-02T02:29:00Z", "2026-03-01T02:30:00.000Z"],
    ["2026-03-02T02:30:00Z", "2026-03-02T02:30:00.000Z"],
    ["2026-03-02T23:00:00Z", "2026-03-02T02:30:00.000Z"],
  ])("NOTE-2 at %s, 8:00 in India was last at %s", (now, expected) => {
    expect(lastTimeAt(480, new Date(now), "Asia/Kolkata").toISOString()).toBe(expected);
  });

  it("NOTE-2 follows changes of the clock", () => {
    expect(lastTimeAt(480, new Date("2026-03-29T10:00:00Z"), "Europe/Berlin").toISOString()).toBe(
      "2026-03-29T06:00:00.000Z",
    );
  });

  it("NOTE-2 is in the site's time zone", () => {
    expect(minuteAt(new Date("2026-03-02T20:15:30Z"), "Asia/Kolkata")).toBe(105);
  });
});
