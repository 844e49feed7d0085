import { describe, expect, it } from "vitest";
import { convertValue } from "../src/entities/config-value.ts";

describe("changing a configuration's type", () => {
  it.each([
    ["yes", "BOOLEAN", false],
    [1, "BOOLEAN", false],
    ["42", "NUMBER", 42],
    ["-1.5", "NUMBER", -1.5],
    ["many", "NUMBER", 0],
    ["", "NUMBER", 0],
    [true, "NUMBER", 1],
    ["text", "STRING", "text"],
    [7, "STRING", "7"],
    [false, "STRING", "false"],
  ] as const)("CFG-3 turns %j into a %s as %j", (value, type, expected) => {
    expect(convertValue(value, type)).toBe(expected);
  });
});
