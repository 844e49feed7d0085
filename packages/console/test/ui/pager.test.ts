import { describe, expect, it } from "vitest";
import { paginate } from "../../src/ui/pager.tsx";

describe("SHELL-4 pagination", () => {
  it.each([
    ["the first", 1, { page: 1, total: 2, rows: [1, 2] }],
    ["the last", 2, { page: 2, total: 2, rows: [3] }],
    ["one beyond the last", 9, { page: 2, total: 2, rows: [3] }],
    ["one before the first", -1, { page: 1, total: 2, rows: [1, 2] }],
  ])("SHELL-4 shows %s page", (_, page, shown) => {
    expect(paginate([1, 2, 3], page, 2)).toEqual(shown);
  });

  it("SHELL-4 an empty list has one page", () => {
    expect(paginate([], 1, 2)).toEqual({ page: 1, total: 1, rows: [] });
  });
});
