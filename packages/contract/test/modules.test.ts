import { describe, expect, it } from "vitest";
import type { moduleKinds } from "../src/modules/module.ts";
import { moduleInPath } from "../src/modules/module-in-path.ts";
import { operationsMenu } from "../src/modules/operations.ts";
import { menu } from "../src/modules/registry.ts";
import { everyModule, menuOf, modulesNeeded, visibleMenu, visibleOperations } from "../src/modules/visible-menu.ts";

const titles = (active: Partial<Record<(typeof moduleKinds)[number], boolean>>) =>
  visibleMenu({ ...everyModule(false), ...active }).map((section) => section.title);

describe("the menu", () => {
  it("NAV-4 has its sections in this order", () => {
    expect(menu.map((section) => section.title)).toEqual([
      "Overspeed Detection",
      "EPLD",
      "Camera Counting",
      "Access Control",
      "Loop Detector",
      "Reporting",
      "Global Configurations",
      "Settings",
    ]);
  });

  it("NAV-5 shows only what always appears while every module is off", () => {
    expect(titles({})).toEqual(["Global Configurations", "Settings"]);
  });

  it.each([
    ["OSD", "Overspeed Detection"],
    ["EPLD", "EPLD"],
    ["CAMERA_COUNTING", "Camera Counting"],
    ["ANPR_ACCESS_CONTROL", "Access Control"],
    ["RFID_ACCESS_CONTROL", "Access Control"],
    ["LOOP_DETECTOR", "Loop Detector"],
    ["REPORTING", "Reporting"],
  ] as const)("NAV-5 while only %s is on shows %s", (kind, title) => {
    expect(titles({ [kind]: true })).toEqual([title, "Global Configurations", "Settings"]);
  });

  it.each([
    ["ANPR_ACCESS_CONTROL", ["ANPR Settings", "ANPR Events"]],
    ["RFID_ACCESS_CONTROL", ["RFID Settings", "RFID Variables", "RFID Events"]],
  ] as const)("NAV-5 within access control, %s alone adds %j", (kind, own) => {
    const section = visibleMenu({ ...everyModule(false), [kind]: true })[0];
    const shared = ["Configuration", "Gates & Actuators", "Identifiers", "Reservations", "Alerts"];
    expect(section?.entries.map((entry) => entry.title).filter((title) => !shared.includes(title))).toEqual(own);
  });

  it("NAV-6 of a guard has the pages of daily work, the station first; that of others is unchanged", () => {
    const sections = [operationsMenu, ...visibleMenu(everyModule(true))];
    const paths = (role: string) => menuOf(role, sections).flatMap(({ entries }) => entries.map(({ path }) => path));
    expect(menuOf("manager", sections)).toEqual(sections);
    expect(paths("guard")).toEqual([
      "/station",
      "/overview",
      "/access/lists",
      "/access/presence",
      "/access/overrides",
      "/overspeed-detection/events",
      "/overspeed-detection/uncanny-anpr-dashboard",
      "/epld/variables",
      "/epld/uncanny-epld-dashboard",
      "/epld/alerts",
      "/epld/events",
      "/camera-counting/variables",
      "/camera-counting/uncanny-anpr-dashboard",
      "/camera-counting/events",
      "/access-control/rfidos/variables",
      "/access-control/ids",
      "/access-control/reservations",
      "/access-control/alerts",
      "/access-control/events",
      "/access-control/rfid-events",
      "/loop-detector/variables",
      "/loop-detector/events",
    ]);
  });

  it("OPS-1 RULE-2 has the operations above it, with the access rules while plates or tags are checked", () => {
    const shown = (kind: (typeof moduleKinds)[number]) =>
      visibleOperations({ ...everyModule(false), [kind]: true })?.entries.map((entry) => entry.title);
    const access = operationsMenu.entries
      .map(({ title }) => title)
      .filter((title) => !/^(Reports|Tariffs)$/.test(title));
    expect(shown("ANPR_ACCESS_CONTROL")).toEqual(access);
    expect(shown("RFID_ACCESS_CONTROL")).toEqual(access);
    expect(shown("EPLD")).toEqual(["Overview"]);
    expect(shown("REPORTING")).toEqual(["Overview", "Reports", "Tariffs"]);
  });

  it.each([
    ["/overview", []],
    ["/access/rules", ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"]],
    ["/epld/variables", ["EPLD"]],
    ["/access-control/ids", ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"]],
    ["/access-control/rfid-events", ["RFID_ACCESS_CONTROL"]],
    ["/reporting", ["REPORTING"]],
    ["/reports", ["REPORTING"]],
    ["/settings", []],
  ])("NAV-7 %s needs one of %j", (path, needed) => {
    expect(modulesNeeded(path)).toEqual(needed);
  });
});

describe("module codes", () => {
  it.each([
    ["osd", "OSD"],
    ["epld", "EPLD"],
    ["cc", "CAMERA_COUNTING"],
    ["anpr-ac", "ANPR_ACCESS_CONTROL"],
    ["ac", "ANPR_ACCESS_CONTROL"],
    ["rfid-ac", "RFID_ACCESS_CONTROL"],
    ["loop", "LOOP_DETECTOR"],
    ["reporting", "REPORTING"],
  ])("WIRE-4 %s stands for %s", (code, kind) => {
    expect(moduleInPath.parse(code)).toBe(kind);
  });

  it("WIRE-4 an unknown code is refused with the list of known codes", () => {
    expect(moduleInPath.safeParse("attic").error?.issues[0]?.message).toBe(
      'Unknown module "attic". Known: osd, epld, cc, anpr-ac, ac, rfid-ac, loop, reporting',
    );
  });
});
