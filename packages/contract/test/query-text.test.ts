import { describe, expect, it } from "vitest";
import * as z from "zod";
import { api } from "../src/api.ts";
import type { Endpoint } from "../src/endpoint.ts";

// A cursor is signed, so any other text is invalid anyway.
const isOurs = (name: string) => name === "cursor";

const fields = Object.entries(api as Record<string, Endpoint>).flatMap(([call, { query }]) =>
  Object.entries(query instanceof z.ZodObject ? query.shape : {})
    .filter(([name]) => !isOurs(name))
    .map(([name, rule]) => ({ call, name, rule: rule as z.ZodType })),
);

describe("a query parameter", () => {
  it.each(fields)("WIRE-6 has no character that cannot be stored: $name of $call", ({ rule }) => {
    expect(rule.safeParse("A\u0000").success).toBe(false);
  });
});
