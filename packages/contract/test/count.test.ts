import { expect, it } from "vitest";
import { formatCount } from "../src/fields/number.ts";

it("a number of things has thousands separators, and a plural unless it is one", () => {
  expect([0, 1, 2, 41_200].map((count) => formatCount(count, "day"))).toEqual([
    "0 days",
    "1 day",
    "2 days",
    "41,200 days",
  ]);
  expect([1, 2].map((count) => formatCount(count, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});
