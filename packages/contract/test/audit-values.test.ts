import { describe, expect, it } from "vitest";
import { auditValueText } from "../src/audit-values.ts";
import { auditFieldLabel } from "../src/entities/audit/audit-fields.ts";

describe("a value in the audit trail", () => {
  it.each([
    ["tariffs", "rates.dailyCap", 400, "€4.00"],
    ["tariffs", "price", 100, "€1.00"],
    ["tariffs", "vehicleTypes", ["2W", "CYCLE"], "Two-wheeler, Cycle"],
    ["stay_reductions", "amount", 250, "€2.50"],
    [
      "access_schedules",
      "windows",
      [{ from: "22:00", to: "05:00", days: [1, 2, 3] }],
      "Mon–Wed 22:00–05:00 (next day)",
    ],
    ["tariffs", "days", [1, 2, 3, 4, 5, 6, 7], "Every day"],
    ["access_rules", "mode", "shadow", "Shadow"],
    ["access_rules", "effect", "deny", "Deny"],
    ["gates", "type", "N", "Entry"],
    ["displays", "type", "grid", "Grid"],
    ["access_lists", "kind", "watch", "Watch list"],
    ["roles", "permissions", ["open"], "Open gates and give other manual commands"],
    ["cameras", "module", "ANPR_ACCESS_CONTROL", "ANPR Access Control"],
  ])("AUD-1 of %s.%s is in the words of its form", (entity, path, value, text) => {
    expect(auditValueText(entity, path, value, "EUR")).toBe(text);
  });

  it.each([
    ["gates", "name", "N"],
    ["gates", "constructor", "N"],
    ["tariffs", "price", null],
    ["cameras", "port", 400],
    ["access_schedules", "windows", [{ from: 5 }]],
    ["access_schedules", "windows", []],
    ["access_rules", "mode", "of a later version"],
  ])("AUD-1 of %s.%s stays as it is stored if it is none of the codes: %j", (entity, path, value) => {
    expect(auditValueText(entity, path, value, "EUR")).toBeUndefined();
  });

  it("AUD-1 has a label that people know", () => {
    const labels = ["aiDeviceId", "lpNormalized", "oneTimeUntil", "externalId", "leading"].map(auditFieldLabel);
    expect(labels).toEqual([
      "AI device",
      "license plate as compared",
      "one-time password until",
      "external ID",
      "counted by",
    ]);
  });
});
