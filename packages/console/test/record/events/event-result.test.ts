import type { DecisionTrace, SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { toEventResult } from "../../../src/record/events/event-result.ts";

const resultOf = (module: SiteEvent["module"], status: SiteEvent["status"], isPassed = true) =>
  toEventResult(
    { module, status } as SiteEvent,
    { checks: [{ text: "A check", isPassed }] } as unknown as DecisionTrace,
  );

describe("Why? names the result of events that decide about no access", () => {
  it.each([
    ["OSD", "PROCESSED", { text: "Above the speed limit", tone: "bad" }],
    ["OSD", "RECEIVED", { text: "Within the speed limit", tone: "ok" }],
    ["CAMERA_COUNTING", "PROCESSED", { text: "Counted", tone: "ok" }],
    ["CAMERA_COUNTING", "RECEIVED", { text: "Not counted" }],
    ["LOOP_DETECTOR", "PROCESSED", { text: "Counted", tone: "ok" }],
    ["EPLD", "PROCESSED", { text: "Slot states used", tone: "ok" }],
    ["EPLD", "RECEIVED", { text: "Slot states not used" }],
    ["ANPR_ACCESS_CONTROL", "RECEIVED", undefined],
    ["RFID_ACCESS_CONTROL", "PROCESSED", undefined],
  ] as const)("%s %s", (module, status, result) => expect(resultOf(module, status)).toEqual(result));

  it("a speed without a limit is not within it", () => {
    expect(resultOf("OSD", "RECEIVED", false)).toEqual({ text: "Speed not checked" });
  });
});
