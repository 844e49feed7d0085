import { describe, expect, it } from "vitest";
import { isChanged, payloadOf, toDraftValues, withType } from "../../../src/house/configuration/config-draft.ts";

const number = toDraftValues({ key: "limit", dataType: "NUMBER", value: 8 });

describe("CFG-3 editing a configuration", () => {
  it.each([
    ["BOOLEAN", false],
    ["STRING", "8"],
    ["NUMBER", "8"],
  ] as const)("CFG-3 changing the type to %s resets the value", (type, value) => {
    expect(withType(number, type)).toEqual({ key: "limit", dataType: type, value });
  });

  it("CFG-3 text that is not a number becomes 0", () => {
    expect(withType({ key: "k", dataType: "STRING", value: "eight" }, "NUMBER").value).toBe("0");
  });

  it("CFG-3 is changed once a field differs", () => {
    expect(isChanged(number, number)).toBe(false);
    expect(isChanged({ ...number, value: "9" }, number)).toBe(true);
  });

  it.each([
    ["8.5", 8.5],
    [" 7 ", 7],
    ["", ""],
    ["abc", "abc"],
  ])("CFG-2 the number typed as %j is sent as %j", (typed, sent) => {
    expect(payloadOf({ ...number, value: typed }, "global").value).toBe(sent);
  });
});
