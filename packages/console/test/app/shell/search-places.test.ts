import type { MenuSection } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { menu } from "@gatehouse/contract/modules/registry";
import { describe, expect, it } from "vitest";
import { ended, longTexts } from "../../../../contract/test/long-texts.ts";
import { listPages } from "../../../src/app/shell/page-shortcuts.ts";
import { isMatch, rankMatches } from "../../../src/app/shell/palette-choice.ts";
import { listEntries, pageWords } from "../../../src/app/shell/search-entries.ts";
import { searchPlace } from "../../../src/app/shell/use-palette-choices.ts";

const pages = [
  "/access-control/gates-and-actuators",
  "/access-control/anpr-settings",
  "/access-control/rfidos/settings",
  "/access-control/ids",
  "/epld/settings",
  "/loop-detector/settings",
];
const found = (kind: string, scope: string | null = null) => ({ kind, id: 7, title: "North", detail: "", scope });

describe("a result of the command palette", () => {
  it.each([
    ["gates", null, "/access-control/gates-and-actuators"],
    ["ai_devices", "ANPR_ACCESS_CONTROL", "/access-control/anpr-settings"],
    ["ai_devices", "EPLD", "/epld/settings"],
    ["cameras", "ANPR_ACCESS_CONTROL", "/access-control/anpr-settings"],
    ["displays", "ANPR_ACCESS_CONTROL", "/access-control/gates-and-actuators"],
    ["displays", "RFID_ACCESS_CONTROL", "/access-control/rfidos/settings"],
    ["sensors", null, "/access-control/rfidos/settings"],
    ["loops", null, "/loop-detector/settings"],
    ["users", null, "/settings/people"],
  ])("of the kind %s in %s opens on %s", (kind, scope, to) => {
    expect(searchPlace(found(kind, scope), pages)).toEqual({ to, search: { open: `${kind}.7` } });
  });

  it("that is a plate is searched for in the list of its source", () => {
    const to = "/access-control/ids";
    expect(searchPlace(found("identifiers", "ADMIN"), pages)).toEqual({ to, search: { q: "North" } });
    expect(searchPlace(found("identifiers", "CLOUD"), pages)).toEqual({ to, search: { q: "North", tab: "CLOUD" } });
  });

  it.each([
    ["lanes", null],
    ["ai_devices", "OSD"],
    ["unheard-of", null],
  ])("of the kind %s in %s is left out without its page", (kind, scope) => {
    expect(searchPlace(found(kind, scope), pages)).toBeUndefined();
  });

  it.each([
    ["open ma", true],
    ["main command", true],
    ["", true],
    ["open side", false],
  ])("matches %j: %s", (text, isFound) => {
    const choice = { id: "1", section: "Command", title: "Open Main entry", run: () => {} };
    expect(isMatch(choice, text)).toBe(isFound);
  });
});

describe("a megabyte of text in the command palette", () => {
  it.each(longTexts)("INT-3 is answered as a typed text, and as the title of a result: %s", (_, text) => {
    const choice = { id: "1", section: "Command", title: "Open A1", run: () => {} };
    expect(ended(() => rankMatches([choice, { ...choice, title: text }], text))).toHaveLength(1);
    expect(ended(() => searchPlace({ ...found("identifiers", "ADMIN"), title: text }, pages))).toBeDefined();
    expect(ended(() => searchPlace(found(text, text), pages))).toBeUndefined();
  });
});

describe("pages, settings and actions in the command palette", () => {
  const menuPages = listPages([operationsMenu, ...menu] as readonly MenuSection[]);
  const find = (text: string, may: (call: string) => boolean = () => true) => {
    const entries = listEntries(
      menuPages.map(({ path }) => path),
      may,
      "2026-03-31",
    );
    const choices = [
      ...menuPages.map((page) => ({ ...page, words: pageWords[page.path] })),
      ...entries.map((entry) => ({ ...entry, path: entry.to })),
    ].map((choice) => ({ ...choice, id: "", run: () => {} }));
    return rankMatches(choices, text).map(({ section, title }) => [section, title].filter(Boolean).join(" / "));
  };

  it.each([
    ["user", "Action / Add user"],
    ["users", "Settings / People"],
    ["pass", "Lists / Visitor passes"],
    ["guest", "Operations / Lists"],
    ["email", "Settings / Notifications"],
    ["e-mail", "Settings / Notifications"],
    ["import", "Action / Import identifiers"],
    ["last month", "Reports / Registered Vehicle Access Report, last month"],
    ["time zone", "Configuration / timeZone"],
    ["camera", "Overspeed Detection / Lanes & Cameras"],
    ["manual openings", "Overview / Manual openings"],
    ["evacuate", "Operations / Site overrides"],
    ["override the site", "Operations / Site overrides"],
  ])("are found by %s: %s", (text, first) => {
    expect(find(text)[0]).toBe(first);
  });

  it("ROLE-5 are not offered to people who may not use them", () => {
    expect(find("user", (call) => call.startsWith("GET") && call !== "GET /users")).not.toContain("Settings / People");
    expect(find("import", () => false)).not.toContain("Action / Import identifiers");
  });

  it("ROLE-5 leave out reports that need a further permission", () => {
    const found = find("report", (needed) => needed === "reports");
    expect(found).toContain("Reports / Fare Report");
    expect(found).not.toContain("Reports / Operator Portal Access Report");
  });

  it.each(["/tariffs", "/access/lists", "/access/presence", "/reports"])("have a shortcut for %s", (path) => {
    expect(menuPages.find((page) => page.path === path)?.letter).toMatch(/^[a-z]$/);
  });

  it("name the last month, not one that is as long", () => {
    const entries = listEntries(["/reports"], () => true, "2026-03-31");
    const { search } = entries.find(({ title }) => title === "Fare Report, last month") ?? {};
    expect(search).toEqual({ period: "month", from: "2026-02-01" });
  });
});
