import { describe, expect, it } from "vitest";
import { startPageOf } from "../src/modules/start-page.ts";
import { everyModule } from "../src/modules/visible-menu.ts";

describe("the start page", () => {
  it.each([
    ["administrator", undefined, "/configurations"],
    ["administrator", "/overview", "/overview"],
    ["administrator", "/elsewhere", "/configurations"],
    ["guard", undefined, "/station"],
    ["guard", "/overview", "/overview"],
    ["a role of the site", undefined, "/overview"],
    ["manager", "/configurations", "/configurations"],
  ])("OPS-1 NAV-6 of %s who chose %s is %s", (role, chosen, page) => {
    expect(startPageOf(role, chosen, everyModule(true))).toBe(page);
  });

  it("NAV-6 NAV-7 is the overview while the station's modules are off", () => {
    expect(startPageOf("guard", undefined, everyModule(false))).toBe("/overview");
    expect(startPageOf("manager", "/station", everyModule(false))).toBe("/overview");
  });
});
