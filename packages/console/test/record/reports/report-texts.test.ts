import { describe, expect, it } from "vitest";
import { formatPeriod, formatReportValue, type TextKind } from "../../../src/record/reports/report-texts.ts";

describe("REP-2 values of reports on screen", () => {
  it.each<[TextKind, string | number | null, string]>([
    ["time", "2026-10-25T02:30:00.000+01:00", "25 Oct 2026, 02:30:00 +01:00"],
    ["integer", 12_345, "12,345"],
    ["decimal", 61.5, "61.50"],
    ["money", 1_250, "€12.50"],
    ["duration", 30, "30 s"],
    ["duration", 5_400, "1 h 30 min"],
    ["duration", 93_600, "1 d 2 h"],
    ["text", null, "–"],
  ])("REP-2 a %s of %j reads %j", (kind, value, text) => {
    expect(formatReportValue(kind, value, "EUR")).toBe(text);
  });

  it.each([
    ["day", "2026-11-15T18:30:00Z", "2026-11-16T18:30:00Z", "Mon, 16 Nov 2026"],
    ["month", "2026-10-31T18:30:00Z", "2026-11-30T18:30:00Z", "November 2026"],
    ["custom", "2026-11-15T18:30:00Z", "2026-11-16T06:30:00Z", "16 Nov 2026, 00:00 – 16 Nov 2026, 12:00"],
  ] as const)("REP-2 a %s period is shown in the site's zone", (choice, from, to, text) => {
    expect(formatPeriod({ choice, from: new Date(from), to: new Date(to) }, "Asia/Kolkata")).toBe(text);
  });
});
