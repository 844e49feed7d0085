import { describe, expect, it } from "vitest";
import { startPageOf } from "../src/modules/start-page.ts";

describe("the start page", () => {
  it.each([
    ["administrator", undefined, "/configurations"],
    ["administrator", "/overview", "/overview"],
    ["administrator", "/elsewhere", "/configurations"],
    ["guard", undefined, "/overview"],
    ["a role of the site", undefined, "/overview"],
    ["manager", "/configurations", "/configurations"],
  ])("OPS-1 NAV-6 of %s who chose %s is %s", (role, chosen, page) => {
    expect(startPageOf(role, chosen)).toBe(page);
  });
});
