import { describe, expect, it } from "vitest";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import { compilePolicy, type PolicyInput } from "../../src/policy/policy.ts";
import { policyOf, questionOf, ruleOf } from "./any-policy.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

describe("the edges of a rule's time", () => {
  const [from, to] = [new Date("2026-06-10T08:00:00Z"), new Date("2026-06-10T12:00:00Z")];
  it.each([
    ["just before validFrom", "2026-06-10T07:59:59.999Z", false],
    ["at validFrom", "2026-06-10T08:00:00Z", true],
    ["at validTo", "2026-06-10T12:00:00Z", true],
    ["just after validTo", "2026-06-10T12:00:00.001Z", false],
  ])("RULE-2 %s", (_title, at, isOpen) => {
    const now = new Date(at);
    const allowed = policyOf([ruleOf({ validFrom: from, validTo: to })]);
    expect(evaluatePolicy(questionOf(allowed, { now })).isGranted).toBe(isOpen);
    const denied = policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny", validFrom: from, validTo: to })]);
    expect(evaluatePolicy(questionOf(denied, { now })).isGranted).toBe(!isOpen);
  });

  it("RULE-2 RULE-8 a denial except at some times applies outside them, and says when they begin", () => {
    const except = ruleOf({ id: 2, effect: "deny", name: "Only by day", scheduleId: 1, validTo: to, times: "outside" });
    const at = (time: string) => {
      const result = evaluatePolicy(questionOf(policyOf([ruleOf(), except]), { now: new Date(time) }));
      return [result.code, result.fix];
    };
    expect(at("2026-06-10T11:00:00Z")).toEqual(["allow.rule", null]);
    expect(at("2026-06-09T16:07:00Z")).toEqual(["deny.rule", "Everyone is allowed until 18:00; it was 18:07"]);
    expect(at("2026-06-11T11:00:00Z")[0]).toBe("deny.rule");
  });

  it("RULE-2 a schedule counts only between validFrom and validTo", () => {
    const policy = policyOf([ruleOf({ scheduleId: 1, validTo: to })]);
    const at = (time: string) => evaluatePolicy(questionOf(policy, { now: new Date(time) })).code;
    expect(at("2026-06-10T11:00:00Z")).toBe("allow.rule");
    expect(at("2026-06-10T13:00:00Z")).toBe("deny.schedule-closed");
    expect(at("2026-06-10T03:00:00Z")).toBe("deny.schedule-closed");
  });

  it("RULE-3 RULE-7 lists and overrides end at their end", () => {
    const entry = { id: 1, kind: "deny" as const, iid: "KA01", reason: "Unpaid", until: to };
    const override = { id: 1, kind: "lockdown" as const, gateId: null, since: from, until: to, reason: "Drill" };
    const policy = policyOf([ruleOf()], { overrides: [override] });
    const codes = ["2026-06-10T11:59:59.999Z", "2026-06-10T12:00:00Z"].map((at) => {
      const now = new Date(at);
      return [
        evaluatePolicy(questionOf(policyOf([ruleOf()]), { now, lists: [entry] })).code,
        evaluatePolicy(questionOf(policy, { now })).code,
      ];
    });
    expect(codes).toEqual([
      ["deny.list", "deny.lockdown"],
      ["allow.rule", "allow.rule"],
    ]);
  });
});

describe("schedules of a policy", () => {
  const withSchedule = (over: Partial<PolicyInput["schedules"][number]>, timeZone = "Europe/Berlin") =>
    compilePolicy({
      version: 1,
      timeZone,
      groups: [],
      areas: [],
      schedules: [{ id: 1, name: "Shift", windows: [], exceptions: [], ...over }],
      rules: [ruleOf({ scheduleId: 1 })],
      overrides: [],
    });
  const isOpen = (policy: ReturnType<typeof withSchedule>, at: string) =>
    evaluatePolicy(questionOf(policy, { now: new Date(at) })).isGranted;

  it("RULE-2 the same instant is in or out of a window after the time zone changed", () => {
    const windows = [{ days: everyDay, from: "06:00", to: "18:00" }];
    const at = "2026-06-10T16:30:00Z";
    const zones = ["Europe/Berlin", "UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
    expect(zones.map((zone) => isOpen(withSchedule({ windows }, zone), at))).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ["Berlin, spring", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T00:59:59.999Z"],
    ["New York, spring", "America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T06:59:59.999Z"],
    ["Lord Howe, half an hour", "Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-03T15:29:59.999Z"],
  ])("RULE-2 a window that starts in the skipped time opens at its end: %s", (_title, zone, first, before) => {
    const policy = withSchedule({ windows: [{ days: everyDay, from: "02:15", to: "05:00" }] }, zone);
    expect([isOpen(policy, before), isOpen(policy, first)]).toEqual([false, true]);
  });

  it.each([
    ["the first time", "2026-10-25T00:15:00Z", true],
    ["between both", "2026-10-25T00:45:00Z", false],
    ["the second time", "2026-10-25T01:15:00Z", true],
    ["after the second time", "2026-10-25T01:45:00Z", false],
  ])("RULE-2 a window within the repeated hour opens twice: %s", (_title, at, expected) => {
    expect(isOpen(withSchedule({ windows: [{ days: everyDay, from: "02:00", to: "02:30" }] }), at)).toBe(expected);
  });

  it.each([
    ["in spring, it ends at the clock time", "2026-03-29T03:59:59Z", true],
    ["in spring, an hour early by the sun", "2026-03-29T04:00:00Z", false],
    ["in autumn, it lasts an hour longer", "2026-10-25T04:59:59Z", true],
    ["in autumn, and ends then", "2026-10-25T05:00:00Z", false],
  ])("RULE-2 a night shift over a clock change: %s", (_title, at, expected) => {
    expect(isOpen(withSchedule({ windows: [{ days: [6], from: "22:00", to: "06:00" }] }), at)).toBe(expected);
  });

  it.each([
    ["at its start", "2026-06-10T07:00:00Z", true],
    ["a day later, just before its end", "2026-06-11T06:59:59.999Z", true],
    ["a day later, at its end", "2026-06-11T07:00:00Z", false],
    ["before its start", "2026-06-10T06:59:59.999Z", false],
  ])("RULE-2 a window from 09:00 to 09:00 lasts a day: %s", (_title, at, expected) => {
    expect(isOpen(withSchedule({ windows: [{ days: [3], from: "09:00", to: "09:00" }] }), at)).toBe(expected);
  });

  it.each([
    ["the last instant of a day", "2026-06-10T21:59:59.999Z", true],
    ["midnight", "2026-06-10T22:00:00Z", false],
  ])("RULE-2 a window until 00:00 ends at midnight: %s", (_title, at, expected) => {
    expect(isOpen(withSchedule({ windows: [{ days: everyDay, from: "18:00", to: "00:00" }] }), at)).toBe(expected);
  });

  const holidays = withSchedule({
    windows: [{ days: everyDay, from: "22:00", to: "06:00" }],
    exceptions: [
      { date: "2026-12-25", windows: [] },
      { date: "2026-12-26", windows: [{ from: "23:00", to: "02:00" }] },
      { date: "2028-02-29", windows: [{ from: "10:00", to: "11:00" }] },
    ],
  });
  it.each([
    ["the night before a holiday lasts until its morning", "2026-12-25T04:59:59Z", true],
    ["and ends then", "2026-12-25T05:00:00Z", false],
    ["no night starts on the holiday", "2026-12-25T22:30:00Z", false],
    ["nor is there one after midnight", "2026-12-26T04:00:00Z", false],
    ["other windows may cross midnight too", "2026-12-27T00:30:00Z", true],
    ["and end at their own end", "2026-12-27T01:00:00Z", false],
    ["29 February has its own window", "2028-02-29T09:30:00Z", true],
    ["which replaces the night that starts on it", "2028-02-29T21:30:00Z", false],
    ["but not the night before", "2028-02-29T04:00:00Z", true],
    ["1 March has its night again", "2028-03-01T21:30:00Z", true],
    ["28 February of another year is not affected", "2027-02-28T21:30:00Z", true],
  ])("RULE-2 a calendar: %s", (_title, at, expected) => {
    expect(isOpen(holidays, at)).toBe(expected);
  });

  it("RULE-2 overlapping windows, as an old version may have them, are open in their union", () => {
    const windows = [
      { days: [3], from: "06:00", to: "12:00" },
      { days: [3], from: "10:00", to: "18:00" },
    ];
    const policy = withSchedule({ windows });
    const times = ["2026-06-10T05:00:00Z", "2026-06-10T09:00:00Z", "2026-06-10T15:00:00Z", "2026-06-10T17:00:00Z"];
    expect(times.map((at) => isOpen(policy, at))).toEqual([true, true, true, false]);
  });
});
