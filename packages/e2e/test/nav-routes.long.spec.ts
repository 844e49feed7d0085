import type { VariableScope } from "@gatehouse/contract/entities/variable";
import { moduleKinds } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { settingsPages } from "@gatehouse/contract/modules/registry";
import type { Page } from "@playwright/test";
import { addVehiclesInside, denyPlate } from "../src/access.ts";
import { expectAccessible } from "../src/axe.ts";
import { addConfig } from "../src/configs.ts";
import { addPushingDevice, createSensorPusher } from "../src/events.ts";
import { addBarrier, addGate, addLane, addLoop, addReader, reservation, sendReservations } from "../src/hardware.ts";
import { addIdentifier, identifiersPage } from "../src/identifiers.ts";
import { dialog, heading, menu } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { menuSections, singleEntries } from "../src/specified-menu.ts";
import { expect, test } from "../src/test.ts";
import { addConstant, addDynamic, findVariable } from "../src/variables.ts";
import { expectFits, wide } from "../src/widths.ts";

/** Adds what fills each table with at least one row. */
async function fillTables(site: Site): Promise<void> {
  const { call } = site;
  const gatePlates = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const reader = await addReader(site, "Exit reader", "X");
  const barrier = await addBarrier(site, "1", "North boom");
  const gate = await addGate(site, "Main entry", { cameraId: gatePlates.cameraId, boomBarrierId: barrier.id });
  await addGate(site, "Main exit", { type: "X", sensorId: reader.id });
  await addIdentifier(site, "KA01AB1000", { ownerName: "Asha Rao" });
  await addIdentifier(site, "KA01A81000");
  await addIdentifier(site, "E2003411B802", { type: "RFID", lp: "KA01AB1234" });
  await sendReservations(site, [
    reservation(1, { rfid: "E2000017", driverFirstName: "Asha", driverLastName: "Rao", parkingAreaId: "B1" }),
  ]);
  await addVehiclesInside(site, 1);
  await denyPlate(site, "KA09XX0001");
  await call("POST /legal-holds", { body: { plate: "KA09XX0001", reason: "Court order" } });
  for (const scope of ["epld", "cc", "rfid-ac", "loop"] as const) await addVariables(site, scope);
  for (const scope of ["overspeed", "epld", "cc"] as const) await addConfig(site, "note", "STRING", "Deck", scope);

  const lane = await addLane(site, "Ramp");
  const speeds = await addPushingDevice(site, "OSD", "Ramp camera");
  const params = { module: "osd", id: speeds.cameraId };
  await call("PATCH /cameras/{module}/{id}", { params, body: { laneId: lane.id, location: "Ramp to the deck" } });
  await speeds.push({ type: "plate", plate: "KA03HH1111", speed: 52.346, vehicleClass: "4w" });
  await gatePlates.push({ type: "plate", plate: "KA01AB1000" });
  await (await createSensorPusher(site, reader)).push({ type: "tag", tag: "E2003411B802" });
  const counts = await addPushingDevice(site, "CAMERA_COUNTING", "Hall camera");
  await counts.push({ type: "count", direction: "exit", vehicleClass: "2w", count: 3 });
  const slots = await addPushingDevice(site, "EPLD", "Deck camera");
  await slots.push({ type: "slots", slots: [{ name: "A1", state: "free" }] });
  await (await createSensorPusher(site, await addLoop(site, "7", "Ramp loop"))).push({ type: "loop" });
  await call("POST /gates/{id}/open", { params: { id: gate.id }, body: { reason: "Delivery" } });
}

async function addVariables(site: Site, scope: VariableScope): Promise<void> {
  await site.seed.variable({ name: "Vehicles on the deck", scope, computedValue: 12_345 });
  const capacity = await addConstant(site, scope, "Capacity", 20_000);
  await addDynamic(site, scope, "Free places", [
    capacity,
    ["-", await findVariable(site, scope, "Vehicles on the deck")],
  ]);
}

/**
 * How many tables of a page stay empty: camera variables, which are shown as dynamic ones; slot events that changed
 * something, as the others; messages that wait for a mail server; and tokens, which need a recent sign-in.
 */
const emptyTables: Readonly<Record<string, number>> = {
  "/epld/variables": 1,
  "/camera-counting/variables": 1,
  "/epld/events": 1,
  "/settings": 1,
  "/settings/account": 1,
};

/** Expects that the tables of a page have rows, and that it fits every screen and, without the menu, paper. */
async function expectShown(page: Page, path: string): Promise<void> {
  const tables = page.locator("main table");
  await expect(tables.locator("[data-skeleton]")).toHaveCount(0);
  await expect.soft(tables.filter({ has: page.locator("caption") }), path).toHaveCount(emptyTables[path] ?? 0);
  await expectFits(page);
  await page.setViewportSize(wide);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^Printed .+:\d\d$/)).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
}

// One test per section: pages in the same browser take a third of the time of separate tests.
for (const { title: section, pages } of [...menuSections, { title: "the rest", pages: singleEntries }]) {
  test(`NAV-4 OPS-10 every page of ${section} is shown in the shell under its title, on every screen and paper`, async ({
    site,
    operator,
  }) => {
    test.slow();
    await site.switchOn(...moduleKinds);
    await fillTables(site);
    for (const [title, path] of pages) {
      await test.step(`${path} is the page "${title}"`, async () => {
        await operator.goto(path);
        await expect(heading(operator, title)).toBeVisible();
        await expect(operator.locator("main")).not.toBeEmpty();
        await expect(menu(operator).locator(`[aria-current="page"]`)).toHaveText(new RegExp(`^${title}\\d*$`));
        await expectShown(operator, path);
      });
    }
  });
}

test("OPS-10 the pages of operations and settings fit every screen and paper", async ({ site, operator }) => {
  test.setTimeout(300_000);
  await site.switchOn(...moduleKinds);
  await fillTables(site);
  for (const { title, path } of [...operationsMenu.entries, ...settingsPages]) {
    await test.step(path, async () => {
      await operator.goto(path);
      await expect(heading(operator, title)).toBeVisible();
      await expect(operator.locator("main")).not.toBeEmpty();
      await expectShown(operator, path);
    });
  }
  await test.step("the look-alike plates", async () => {
    await operator.goto(identifiersPage);
    await operator.getByRole("button", { name: "Data quality", exact: true }).click();
    await expect(dialog(operator, "Look-alike plates").getByRole("row")).toHaveCount(2);
    await expectFits(operator);
    await operator.setViewportSize(wide);
  });
  await test.step("the manual openings", async () => {
    await operator.goto("/overview");
    await operator.getByRole("list", { name: "Figures" }).getByRole("button", { name: "1", exact: true }).click();
    await expect(dialog(operator, "Manual openings").getByRole("row").nth(1)).toContainText("Delivery");
    await expectFits(operator);
  });
});

test("NAV-3 an unknown path says so in the frame, with search and a way to the start page", async ({ operator }) => {
  await operator.goto("/no-such-page");
  await expect(heading(operator, "Not found")).toBeVisible();
  await expect(operator.getByText("There is no page at /no-such-page.")).toBeVisible();
  await expectAccessible(operator);
  await operator.getByRole("button", { name: "Search pages and records" }).press("Enter");
  await operator.getByRole("combobox", { name: "Search, or go to a page" }).fill("settings");
  await operator.keyboard.press("Escape");
  await operator.getByRole("link", { name: "Go to the start page" }).click();
  await expect(operator).toHaveURL("/configurations");
});

test.describe("NAV-3 the fallback screen", () => {
  // Other tests of a shared context may have cached the script that is blocked.
  test.use({
    expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module|Cannot destructure/,
    hasUsualContext: false,
  });

  test("NAV-3 is shown with the reason when a page's code can't be loaded", async ({ operator }) => {
    await operator.route(/\/assets\/settings-page.*\.js$/, (route) => route.abort());
    await operator.goto("/settings");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  });

  test("NAV-3 is shown with the message when a page throws while rendering", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.route("**/api/alerts?*", (route) => route.fulfill({ json: [null] }));
    await operator.goto("/epld/alerts");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Cannot destructure property/)).toBeVisible();
  });

  test("NAV-3 is shown with the status when the runtime configuration can't be loaded", async ({ page }) => {
    await page.route("**/config.json", (route) => route.fulfill({ status: 200, body: "not JSON" }));
    await page.goto("/");
    await expect(heading(page, "Unexpected Application Error!")).toBeVisible();
  });
});
