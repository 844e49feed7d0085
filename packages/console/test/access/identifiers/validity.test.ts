import { describe, expect, it } from "vitest";
import { checkValidity } from "../../../src/access/identifiers/validity.ts";

const nowMs = Date.parse("2026-11-15T12:00:00.000Z");

describe("ID-1 validity of an identifier", () => {
  it.each([
    [null, null, "valid", "Valid"],
    ["2026-11-15T12:00:00.000Z", null, "valid", "Valid"],
    ["2026-11-15T12:00:00.001Z", null, "not-yet", "Not yet valid"],
    ["2026-11-16T12:00:00.000Z", "2026-11-17T12:00:00.000Z", "not-yet", "Not yet valid"],
    [null, "2026-11-15T11:59:59.999Z", "expired", "Expired"],
    [null, "2026-11-15T12:59:59.000Z", "expiring", "Expires in 59 min"],
    [null, "2026-11-15T13:30:00.000Z", "expiring", "Expires in 1 hour"],
    [null, "2026-11-16T12:00:00.000Z", "expiring", "Expires in 1 day"],
    [null, "2026-11-18T23:00:00.000Z", "expiring", "Expires in 3 days"],
    [null, "2026-12-15T12:00:00.000Z", "expiring", "Expires in 30 days"],
    [null, "2026-12-15T12:00:00.001Z", "valid", "Valid"],
  ])("ID-1 from %s to %s it is %s: %s", (validFrom, validTo, kind, text) => {
    expect(checkValidity({ validFrom, validTo }, nowMs)).toEqual({ kind, text });
  });
});
