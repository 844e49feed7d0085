import { describe, expect, it } from "vitest";
import { requiredText } from "../src/fields/text.ts";

describe("a required text", () => {
  it.each(["", "   ", "\u200B\u200B", "\u200E \u202E", "\uFEFF", "\u2060"])("is missing: %j", (text) => {
    const { error } = requiredText().safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(["Required"]);
  });

  it.each(["Gate 1", "🚗", "بوابة", "👩\u200D🚒", "\u200Fبوابة"])("is accepted: %s", (text) => {
    expect(requiredText().safeParse(text).success).toBe(true);
  });
});
