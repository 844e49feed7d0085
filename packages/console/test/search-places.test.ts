import { describe, expect, it } from "vitest";
import { isMatch } from "../src/app/shell/palette-choice.ts";
import { searchPlace } from "../src/app/shell/search-places.ts";

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
