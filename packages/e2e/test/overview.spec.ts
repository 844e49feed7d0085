import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, type GateHardware, startGateHardware } from "../src/events.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { maxShift, observeShift, readShift } from "../src/layout-shift.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, dialog, field, menu, submitSignIn } from "../src/page-parts.ts";
import { addPerson, chosenPassword, signInAs } from "../src/people.ts";
import { admin } from "../src/site.ts";
import { test as base, expect } from "../src/test.ts";
import { expectFits } from "../src/widths.ts";

const overviewPage = "/overview";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

const gates = (page: Page) => page.getByRole("list", { name: "Gates", exact: true });
const gate = (page: Page, name: string) =>
  gates(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });
const figures = (page: Page) => page.getByRole("list", { name: "Figures", exact: true });
const figure = (page: Page, title: string) =>
  figures(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Definition of ${title}`, exact: true }) });
const areas = (page: Page) => page.getByRole("list", { name: "Areas", exact: true });
const events = (page: Page) => page.getByRole("table", { name: "Events", exact: true }).locator("tbody tr");

test("OPS-1 OPS-2 the overview shows the gates and opens the events behind its figures", async ({
  site,
  operator,
  hardware,
}) => {
  test.slow();
  const deck = await site.call("POST /access/areas", { body: { name: "Deck", capacity: 20 } });
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId, toAreaId: deck.id });
  await operator.goto(overviewPage);
  await expect(gate(operator, "Main entry")).toContainText("No vehicles yet.");
  await expect(card(operator, "Needs a person")).toContainText("Nothing needs you now.");
  await waitForLiveUpdates(operator);
  await addIdentifier(site, "KA01AB1234", { ownerName: "Asha Rao" });
  await addIdentifier(site, "KA02CD5678", { ownerName: "Ravi" });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await device.push({ type: "plate", plate: "XX99ZZ9999" });
  await expect(gate(operator, "Main entry")).toContainText("XX99ZZ9999");
  await expect(gate(operator, "Main entry")).toContainText("Denied");

  await test.step("a figure opens as many events as it says, with the same filter", async () => {
    await operator.reload();
    const entries = figure(operator, "Entries");
    await expect(entries).toContainText("2");
    await entries.getByRole("button", { name: "Definition of Entries", exact: true }).focus();
    await expect(operator.getByRole("tooltip")).toContainText("Vehicles admitted in the entry direction.");
    await entries.getByRole("link", { name: "Entries: 2. Show 2 events", exact: true }).click();
    await expect(operator).toHaveURL(/\/access-control\/events\?.*figure=entries/);
    await expect(events(operator)).toHaveCount(2);
    await expect(operator.getByRole("list", { name: "Filters", exact: true })).toContainText("Entries");
    await operator.goBack();
    await figure(operator, "Denied").getByRole("link").click();
    await expect(events(operator)).toHaveCount(1);
    await expect(events(operator)).toContainText("XX99ZZ9999");
    await operator.goBack();
  });

  await test.step("a chart is read and opened by keyboard, and has a table", async () => {
    const chart = operator.getByRole("slider", { name: "Entries per hour", exact: true });
    await chart.focus();
    await chart.press("Home");
    await expect(chart).toHaveAttribute("aria-valuetext", /^00:00: Today \d+, Last \w+ \d+$/);
    const flows = card(operator, "Entries per hour");
    await flows.getByText("Show as table", { exact: true }).click();
    await expect(flows.getByRole("table", { name: "Entries per hour", exact: true }).getByRole("row")).toHaveCount(25);
  });

  await test.step("Open sends one command with a reason, and the figure lists it", async () => {
    await operator.getByRole("button", { name: "Open Main entry", exact: true }).click();
    const open = dialog(operator, "Open Main entry");
    await field(open, "Reason").fill("Delivery");
    const before = hardware.pulses;
    await open.getByRole("button", { name: "Open barrier", exact: true }).click();
    await expect(open).toContainText("Accepted");
    expect(hardware.pulses).toBe(before + 1);
    await open.getByRole("button", { name: "Close", exact: true }).click();
    await operator.reload();
    await figure(operator, "Manual openings").getByRole("button", { name: "1", exact: true }).click();
    const list = operator.getByRole("dialog", { name: "Manual openings", exact: true });
    await expect(list.getByRole("row").filter({ hasText: "Delivery" })).toContainText(/admin.*Main entry.*Accepted/);
    await operator.keyboard.press("Escape");
  });
});

test("OPS-7 a drift is shown with its cause and corrected with a reason", async ({ site, operator }) => {
  const deck = await site.call("POST /access/areas", { body: { name: "Deck", capacity: 20 } });
  await site.seed.variable({ name: "Cars by loop", scope: "loop", computedValue: 6 });
  const variables = await site.call("GET /variables", { query: { scope: "loop" } });
  await operator.goto(overviewPage);
  await operator.getByRole("button", { name: "Sources of Deck", exact: true }).click();
  const sources = dialog(operator, "Sources of Deck");
  await sources.getByRole("combobox", { name: "Leading source", exact: true }).selectOption("Loops");
  await sources.getByRole("button", { name: "Save", exact: true }).click();
  await expect(sources).toContainText("Choose the variable of the leading source");
  await operator.keyboard.press("Escape");
  await operator.getByRole("button", { name: "Yes", exact: true }).click();
  const loopsVariableId = variables[0]?.id ?? 0;
  await site.call("PUT /overview/areas/{id}", { params: { id: deck.id }, body: { leading: "gates", loopsVariableId } });

  await operator.reload();
  const area = areas(operator).getByRole("listitem").filter({ hasText: "Deck" }).first();
  await expect(area).toContainText("Loops differ by 6");
  await expect(area).toContainText("Vehicles entered without being read at a gate");
  await area.getByRole("button", { name: "Set to 6", exact: true }).click();
  const form = dialog(operator, "Correct Deck");
  await form.getByRole("button", { name: "Correct count", exact: true }).click();
  await expect(field(form, "Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await field(form, "Reason").fill("Counted by walking through");
  await form.getByRole("button", { name: "Correct count", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(area.getByRole("link", { name: "6 vehicles in Deck", exact: true })).toBeVisible();
  await expect(area).not.toContainText("differ by");
});

test("OPS-1 NAV-6 guards start at the station with their menu, administrators where they choose", async ({
  site,
  page,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addPerson(site, "gus", { role: "guard" });
  const signIn = async (username: string, password: string) => {
    await page.goto("/");
    await submitSignIn(page, { username, password });
  };
  const account = (username: string) =>
    page.getByRole("button", { name: `Account menu of ${username}`, exact: true }).click();
  const logOut = async () => {
    await page.getByRole("menuitem", { name: "Log out", exact: true }).click();
    await expect(field(page, "Username")).toBeVisible();
  };
  await signIn("gus", chosenPassword);
  await expect(page).toHaveURL("/station");
  await expect(page.getByRole("navigation", { name: "Operations", exact: true }).getByRole("link")).toHaveText([
    "Gate station",
    "Overview",
    "Lists",
    "Presence",
    "Site overrides",
  ]);
  await expect(menu(page).getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
  await account("gus");
  await logOut();
  await signIn(admin.username, admin.password);
  await expect(page).toHaveURL("/configurations");
  await account("admin");
  await page.getByRole("menuitem", { name: "Start with Overview", exact: true }).click();
  await account("admin");
  await logOut();
  await signIn(admin.username, admin.password);
  await expect(page).toHaveURL(overviewPage);
});

test("OPS-10 PERF-4 the overview fits every screen, in both themes, and is accessible", async ({
  site,
  page,
  hardware,
}) => {
  test.slow();
  const deck = await site.call("POST /access/areas", { body: { name: "Deck", capacity: 20 } });
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const main = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId, toAreaId: deck.id });
  const { displayIds } = main;
  for (const name of ["Second entry", "Third entry", "Service entry"])
    await site.call("POST /gates", { body: { name, type: "N", displayIds } });
  await device.push({ type: "plate", plate: "XX99ZZ9999" });
  await site.seed.alert({
    type: "AC_WATCH_LIST",
    scope: "ac",
    title: "Watched vehicle",
    description: "XX99ZZ9999 was read at Main entry. Unpaid fees.",
    additionalInfo: { gateId: main.id },
    at: new Date(),
    isResolved: false,
  });
  await signInAs(page, site, "mira", { role: "manager" });
  await observeShift(page);
  await page.goto(overviewPage);
  await expect(figure(page, "Entries")).toBeVisible();
  await expect(card(page, "Needs a person")).toContainText("Watched vehicle");
  await expectAccessible(page);
  await expect(gate(page, "Service entry")).toContainText(/Healthy|Online/);
  await expectFits(page);

  await test.step("the busy hours are a table of the week, whose numbers the arrow keys reach", async () => {
    const hour = (name: string) => page.getByRole("button", { name: `${name}: 0 entries`, exact: true });
    await hour("Monday 00:00 to 01:00").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(hour("Tuesday 01:00 to 02:00")).toBeFocused();
  });

  await test.step("a phone shows what is beside and below its screen later, and nothing moves", async () => {
    await page.reload();
    await expect(areas(page)).toContainText("Deck");
    await expect(
      gates(page)
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading") }),
    ).toHaveCount(4);
    await expect(figure(page, "Entries")).toBeVisible();
    expect(await readShift(page)).toBeLessThanOrEqual(maxShift);
  });
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("OPS-2 a definition opens on hover, focus and touch, and closes on Escape", async ({ operator }) => {
    const definition = operator.getByRole("tooltip");
    const button = operator.getByRole("button", { name: "Definition of Exits", exact: true });
    await operator.goto(overviewPage);
    await button.hover();
    await expect(definition).toContainText("Vehicles");
    await expect(button).toHaveAccessibleDescription(/^Vehicles/);
    await operator.keyboard.press("Escape");
    await expect(definition).toBeHidden();
    await operator.mouse.move(0, 0);
    await button.focus();
    await expect(definition).toBeVisible();
    await button.blur();
    await expect(definition).toBeHidden();
    await button.tap();
    await expect(definition).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(definition).toBeHidden();
    await button.tap();
    await expect(definition).toBeVisible();
    await card(operator, "Figures").getByRole("heading", { level: 2 }).tap();
    await expect(definition).toBeHidden();
  });
});
