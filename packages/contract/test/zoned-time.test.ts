import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentNear, momentOf, zonedText } from "../src/fields/zoned-time.ts";

const zones = fc.constantFrom(
  "UTC",
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/St_Johns",
  "Pacific/Apia",
  "Africa/Cairo",
);
const moments = fc.date({ min: new Date("1975-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });

describe("times in a zone", () => {
  it.each([
    ["shown once", "2026-07-01T12:00:00Z", "2026-07-01T10:00:00.000Z"],
    ["skipped in spring, as much after the change", "2026-03-29T02:30:00Z", "2026-03-29T01:30:00.000Z"],
    ["shown twice in autumn, the first time", "2026-10-25T02:30:00Z", "2026-10-25T00:30:00.000Z"],
  ])("a local time %s is converted", (_, reading, moment) => {
    expect(new Date(momentOf(Date.parse(reading), "Europe/Berlin")).toISOString()).toBe(moment);
  });

  it.each([
    ["the first time while that is nearer", "2026-10-25T00:59:00Z", "2026-10-25T00:30:00.000Z"],
    ["the second time while that is nearer", "2026-10-25T01:01:00Z", "2026-10-25T01:30:00.000Z"],
    ["the first time when it is still to come", "2026-10-24T00:00:00Z", "2026-10-25T00:30:00.000Z"],
  ])("a repeated local time means %s", (_, near, moment) => {
    const found = momentNear(Date.parse("2026-10-25T02:30:00Z"), "Europe/Berlin", Date.parse(near));
    expect(new Date(found).toISOString()).toBe(moment);
  });

  it("a local time that is not repeated is independent of the reference time", () => {
    fc.assert(
      fc.property(moments, moments, (at, near) => {
        expect(momentNear(at.getTime(), "Asia/Kolkata", near.getTime())).toBe(momentOf(at.getTime(), "Asia/Kolkata"));
      }),
    );
    const skipped = Date.parse("2026-03-29T02:30:00Z");
    expect(momentNear(skipped, "Europe/Berlin", skipped)).toBe(momentOf(skipped, "Europe/Berlin"));
  });

  it("are written with their offset", () => {
    const at = new Date("2026-12-31T18:29:59.999Z");
    expect(zonedText(at, "Asia/Kolkata")).toBe("2026-12-31T23:59:59.999+05:30");
    expect(zonedText(at, "America/St_Johns")).toBe("2026-12-31T14:59:59.999-03:30");
    expect(zonedText(at, "UTC")).toBe("2026-12-31T18:29:59.999+00:00");
  });

  it("are unchanged when parsed again", () => {
    fc.assert(
      fc.property(moments, zones, (at, zone) => {
        expect(Date.parse(zonedText(at, zone))).toBe(at.getTime());
      }),
    );
  });

  it("can be recovered from local time, except in a repeated hour", () => {
    fc.assert(
      fc.property(moments, zones, (at, zone) => {
        const reading = (moment: Date) => zonedText(moment, zone).slice(0, 23);
        const found = new Date(momentOf(Date.parse(`${reading(at)}Z`), zone));
        expect(reading(found)).toBe(reading(at));
        expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
      }),
    );
  });
});
