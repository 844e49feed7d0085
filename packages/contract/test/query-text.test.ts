import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { api } from "../src/api.ts";
import type { Endpoint } from "../src/endpoint.ts";
import { queryText } from "../src/fields/query.ts";

const unstorable = "Contains a character that cannot be stored";
const messagesOf = (rule: z.ZodType, value: unknown) =>
  rule.safeParse(value).error?.issues.map(({ message }) => message);

describe("a text in a query string", () => {
  it.each([
    ["nothing", undefined, undefined],
    ["a text", "A 1", "A 1"],
    ["any script", "दि 🚗", "दि 🚗"],
    ["spaces around it", "  A  ", "A"],
    ["the maximum length", "A".repeat(5), "A".repeat(5)],
    ["the maximum length without its spaces", ` ${"A".repeat(5)} `, "A".repeat(5)],
  ])("WIRE-6 may have %s", (_, sent, expected) => {
    expect(queryText(5).safeParse(sent)).toEqual({ success: true, data: expected });
  });

  it.each([
    ["more characters than the maximum", "A".repeat(6), "At most 5 characters"],
    ["a NUL", "A\u0000B", unstorable],
    ["a line break", "A\nB", unstorable],
    ["the last control character below the space", "A\u001fB", unstorable],
    ["a delete character", "A\u007fB", unstorable],
    ["a high surrogate alone", "A\ud800B", unstorable],
    ["a low surrogate alone", "A\udfffB", unstorable],
  ])("WIRE-6 must not have %s", (_, sent, message) => {
    expect(messagesOf(queryText(5), sent)).toEqual([message]);
  });
});

const rules = Object.entries(api as Record<string, Endpoint>).flatMap(([call, { query }]) =>
  Object.entries((query as unknown as z.ZodObject | undefined)?.shape ?? {}).map(([name, rule]) => ({
    call,
    name,
    rule: rule as z.ZodType,
  })),
);
// Cursors are signed, so any other content is rejected when the signature is checked. Fields that don't take "A" as it is
// are choices, numbers and dates.
const freeTexts = rules.filter(({ name, rule }) => name !== "cursor" && rule.safeParse("A").data === "A");

describe("the free texts in the queries of the API", () => {
  it("WIRE-6 include those of searches and filters", () => {
    const names = freeTexts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["search", "iid", "lp", "rfid", "source"]));
  });

  it("WIRE-6 have no control characters and a maximum length", () => {
    const found = freeTexts.map(({ call, name, rule }) => ({
      field: `${name} of ${call}`,
      control: messagesOf(rule, "A\u0000"),
      long: messagesOf(rule, "A".repeat(10_000)),
    }));
    expect(found).toEqual(
      freeTexts.map(({ call, name }) => ({
        field: `${name} of ${call}`,
        control: [unstorable],
        long: [expect.stringMatching(/^At most \d+ characters$/)],
      })),
    );
  });
});
