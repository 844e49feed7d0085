import type { Page } from "@playwright/test";
import { confirmOverride, operationsPages as paths } from "../src/access.ts";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, type GateHardware, startGateHardware } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier, identifiersPage } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, card, control, dialog, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import { test as base, expect } from "../src/test.ts";

const listsPage = "/access/lists";
const presencePage = "/access/presence";
const gatesPage = "/access-control/gates-and-actuators";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

const rowOf = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const overridesBar = (page: Page) => page.getByRole("region", { name: "Overrides", exact: true });
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString();
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

test("RULE-3 an operator keeps the deny and the watch list", async ({ operator }) => {
  await operator.goto(listsPage);
  await expect(operator.getByText("No vehicle is denied", { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Add to deny list", exact: true }).click();
  const form = dialog(operator, "Add to deny list");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(field(form, "Plate/Tag")).toHaveAccessibleDescription(/Required/);
  await field(form, "Plate/Tag").fill("KA 01 AB 1234");
  await field(form, "Reason").fill("Unpaid fees");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rowOf(operator, "Deny list", "KA01AB1234")).toContainText("Unpaid fees");
  await expectAccessible(operator);

  await operator.getByRole("tab", { name: "Watch list" }).click();
  await expect(operator.getByText("No vehicle is watched", { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Add to watch list", exact: true }).click();
  const watch = dialog(operator, "Add to watch list");
  await field(watch, "Plate/Tag").fill("KA 02 CD 5678");
  await field(watch, "Reason").fill("Police");
  await watch.getByRole("button", { name: "Add", exact: true }).click();
  const entry = rowOf(operator, "Watch list", "KA02CD5678");
  await expect(entry).toContainText("No end");
  await entry.getByRole("button").click();
  await dialog(operator, "Watch entry").getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, "remove KA 02 CD 5678 from the watch list", "Yes");
  await expect(operator.getByText("No vehicle is watched", { exact: true })).toBeVisible();
});

test("PASS-1 an operator adds a visitor's pass, which shows its entries and its state", async ({ site, operator }) => {
  const gate = await addGate(site, "North gate");
  await site.call("POST /access/passes", {
    body: {
      name: "Ravi",
      lp: "KA 03 EF 9012",
      host: "Asha",
      validFrom: "2026-01-01T00:00:00Z",
      validTo: "2026-01-02T00:00:00Z",
      uses: 1,
      gateIds: [gate.id],
    },
  });
  await operator.goto(`${listsPage}?tab=passes`);
  await expect(rowOf(operator, "Visitor passes", "Ravi")).toContainText(/0 of 1.*North gate.*Expired/);
  await operator.getByRole("button", { name: "Add pass", exact: true }).click();
  const form = dialog(operator, "Add pass");
  await field(form, "Visitor").fill("Meera");
  await form.getByRole("button", { name: "Valid from: today", exact: true }).click();
  await expect(control(form, "Valid from")).toHaveValue(/, 00:00$/);
  await form.getByRole("button", { name: "Valid to: tomorrow", exact: true }).click();
  await expect(control(form, "Valid to")).toHaveValue(/, 23:59$/);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(field(form, "Plate")).toHaveAccessibleDescription(/Enter a plate or a tag/);
  await field(form, "Plate").fill("KA 04 GH 3456");
  await field(form, "Entries").fill("2");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const added = rowOf(operator, "Visitor passes", "Meera");
  await expect(added).toContainText(/0 of 2.*All gates.*Valid/);
  await operator.getByRole("button", { name: "Over", exact: true }).click();
  await expect(added).toHaveCount(0);
  await expect(rowOf(operator, "Visitor passes", "Ravi")).toBeVisible();
  await expectAccessible(operator);
});

test("RULE-4 Presence shows live who is inside and by which event; an operator forgives, corrects and removes", async ({
  site,
  operator,
  hardware,
}) => {
  const deck = await site.call("POST /access/areas", { body: { name: "Deck", capacity: 2 } });
  const yard = await site.call("POST /access/areas", { body: { name: "Yard" } });
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId, toAreaId: deck.id });
  await addIdentifier(site, "KA01AB1234", { ownerName: "Asha Rao" });
  await operator.goto(presencePage);
  await expect(operator.getByText("No vehicles inside", { exact: true })).toBeVisible();
  await waitForLiveUpdates(operator);
  await site.configure("passageSeconds", 2);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  const row = rowOf(operator, "Vehicles inside", "KA01AB1234");
  // The passage is confirmed when the passage time of the gate is over.
  await expect(row).toContainText(/Asha Rao.*Deck/, { timeout: 30_000 });
  await expect(operator.getByRole("list", { name: "Areas" })).toContainText("Deck1 of 2");

  await row.getByRole("link", { name: /^Event \d+$/ }).click();
  await expect(dialog(operator, "Why?")).toContainText("Main entry");
  await operator.goto(presencePage);

  await row.getByRole("button", { name: "Forgive KA 01 AB 1234", exact: true }).click();
  await expect(row).toContainText("Forgiven");
  await row.getByRole("button").first().click();
  const form = dialog(operator, "Correct presence");
  await control(form, "Area").click();
  await operator.getByRole("option", { name: yard.name, exact: true }).click();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText(/Yard.*Entered by a person/);
  await row.getByRole("button", { name: "Remove KA 01 AB 1234", exact: true }).click();
  await answerConfirmation(operator, "Mark KA 01 AB 1234 as outside?", "Yes");
  await expect(operator.getByText("No vehicles inside", { exact: true })).toBeVisible();
});

test("RULE-4 a person marks a vehicle as inside", async ({ site, operator }) => {
  await site.call("POST /access/areas", { body: { name: "Deck" } });
  await operator.goto(presencePage);
  await expect(operator.getByRole("list", { name: "Areas", exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Mark as inside", exact: true }).click();
  const form = dialog(operator, "Mark as inside");
  await field(form, "Vehicle").fill("KA 05 IJ 7890");
  await control(form, "Area").click();
  await operator.getByRole("option", { name: "Deck", exact: true }).click();
  await form.getByRole("button", { name: "Mark as inside", exact: true }).click();
  await expect(rowOf(operator, "Vehicles inside", "KA05IJ7890")).toContainText("Entered by a person");
  await expectAccessible(operator);
});

test("RULE-7 an override of the site takes a reason and its typed name, and every page shows it until it ends", async ({
  site,
  operator,
  colleague,
}) => {
  await operator.goto(paths.overrides);
  await colleague.goto("/configurations");
  await waitForLiveUpdates(colleague);
  await expect(overridesBar(colleague)).toHaveCount(0);
  const panel = card(operator, "Site overrides");
  await panel.getByRole("button", { name: "Lockdown", exact: true }).click();
  await expect(field(panel, "Reason")).toHaveAccessibleDescription(/Required/);
  await expect(field(panel, "Reason")).toBeFocused();
  await field(panel, "Reason").fill("Fire drill");
  await panel.getByRole("button", { name: "Lockdown", exact: true }).click();
  const question = dialog(operator, "Please confirm");
  await expect(question).toContainText("Lockdown closes every entry of the site.");
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(question).toBeHidden();
  expect(await site.call("GET /access/overrides", {})).toEqual([]);
  await panel.getByRole("button", { name: "Lockdown", exact: true }).click();
  await confirmOverride(operator, "Lockdown");
  await expect(overridesBar(operator)).toContainText("Lockdown, whole site until");
  await expect(overridesBar(colleague)).toContainText("Lockdown, whole site until");
  await overridesBar(colleague).getByRole("button", { name: "Details", exact: true }).click();
  await expect(overridesBar(colleague)).toContainText("Fire drill, started by admin");
  await expectAccessible(colleague);
  await overridesBar(colleague).getByRole("button", { name: "End Lockdown, whole site", exact: true }).click();
  await expect(overridesBar(operator)).toHaveCount(0);
  expect(await site.call("GET /access/overrides", {})).toEqual([]);
});

test("RULE-7 pressing several times starts one override", async ({ site, operator }) => {
  await operator.goto(paths.overrides);
  const panel = card(operator, "Site overrides");
  await field(panel, "Reason").fill("Fire drill");
  let starts = 0;
  await operator.route("**/api/access/overrides", async (route) => {
    if (route.request().method() === "POST") starts += 1;
    await route.continue();
  });
  await panel.getByRole("button", { name: "Lockdown", exact: true }).dblclick();
  await confirmOverride(operator, "Lockdown");
  await expect(overridesBar(operator)).toContainText("Lockdown, whole site until");
  expect(starts).toBe(1);
  await field(panel, "Reason").fill("Another drill");
  await panel.getByRole("button", { name: "Evacuate", exact: true }).dblclick();
  await confirmOverride(operator, "Evacuate");
  await expect(overridesBar(operator)).toContainText("Evacuate, whole site until");
  expect(starts).toBe(2);
  expect(await site.call("GET /access/overrides", {})).toHaveLength(2);
});

test("RULE-7 nothing moves when the banner of an override appears on a page that is opened again", async ({
  site,
  operator,
}) => {
  await site.call("POST /access/overrides", { body: { kind: "lockdown", until: inTwoDays(), reason: "Drill" } });
  await operator.goto("/configurations");
  await expect(overridesBar(operator)).toContainText(/until \d+ \w+ \d{4}, \d\d:\d\d/);
  const shown = Promise.withResolvers<void>();
  await operator.route("**/api/access/overrides", async (route) => {
    await shown.promise;
    await route.continue();
  });
  await operator.reload();
  const search = operator.getByRole("searchbox", { name: "Search configurations" });
  await expect(search).toBeVisible();
  await expect(overridesBar(operator)).toBeHidden();
  const before = await search.boundingBox();
  shown.resolve();
  await expect(overridesBar(operator)).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
});

test("RULE-7 an evacuation lists the barriers that did not confirm, until they do", async ({
  site,
  operator,
  hardware,
}) => {
  hardware.reply = "rejects";
  await addWiredGate(site, hardware, "South exit", { type: "X" });
  await operator.goto("/configurations");
  await waitForLiveUpdates(operator);
  await site.call("POST /access/overrides", {
    body: { kind: "evacuate", gateId: null, until: inOneHour(), reason: "Fire" },
  });
  const barriers = overridesBar(operator).getByRole("list", { name: "Unconfirmed barriers" });
  await expect(barriers).toContainText("South exit");
  await expect(overridesBar(operator)).toContainText("1 barrier did not confirm");
  hardware.reply = "accepts";
  await expect(barriers).toHaveCount(0, { timeout: 30_000 });
});

test("RULE-7 ROLE-3 a guard who is limited to a gate overrides it on its sheet, but not the site", async ({
  site,
  page,
}) => {
  const gate = await addGate(site, "North gate");
  await signInAs(page, site, "gina", { role: "guard", gateIds: [gate.id] });
  await page.goto(paths.overrides);
  await waitForLiveUpdates(page);
  await expect(card(page, "Site overrides")).toContainText("No override of the site is active.");
  const { id } = await site.call("POST /access/overrides", {
    body: { kind: "lockdown", until: inOneHour(), reason: "Drill" },
  });
  await expect(overridesBar(page)).toContainText("Lockdown, whole site until");
  await overridesBar(page).getByRole("button", { name: "Details", exact: true }).click();
  await expect(overridesBar(page)).toContainText("Drill, started by admin");
  await expect(overridesBar(page).getByRole("button", { name: /^End/ })).toHaveCount(0);
  await site.call("DELETE /access/overrides/{id}", { params: { id } });
  await expect(overridesBar(page)).toHaveCount(0);
  await page.goto(`${gatesPage}?open=gates.${gate.id}`);
  const overrides = dialog(page, "Gate").getByRole("region", { name: "Overrides of this gate", exact: true });
  await overrides.getByRole("button", { name: "Override", exact: true }).click();
  await expect(overrides.getByRole("button", { name: "Evacuate", exact: true })).toHaveCount(0);
  await field(overrides, "Reason").fill("Roadworks");
  await overrides.getByRole("button", { name: "Lockdown", exact: true }).click();
  await expect(banner(page, "Override started")).toBeVisible();
  await expect(overrides.getByRole("list", { name: "Active overrides" })).toContainText("Lockdown, North gate");
  await expectAccessible(page);
});

test("RULE-2 identifiers have groups in the form, the table and a filter", async ({ site, operator }) => {
  const { id } = await site.call("POST /access/groups", { body: { name: "Residents" } });
  await addIdentifier(site, "KA01AB1234");
  await addIdentifier(site, "KA02CD5678", { groupIds: [id] });
  await operator.goto(identifiersPage);
  const row = operator.getByRole("row").filter({ hasText: "KA01AB1234" });
  await row.getByRole("button", { name: "Edit KA01AB1234", exact: true }).click();
  const form = dialog(operator, "Edit Identifier");
  await form.getByRole("combobox", { name: "Groups" }).click();
  await form.getByRole("option", { name: "Residents", exact: true }).click();
  // Closes the list of options, which covers the button.
  await form.getByRole("combobox", { name: "Groups" }).press("Tab");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row).toContainText("Residents");
  await site.call("POST /ac/ids", { body: { type: "LICENSE_PLATE", iid: "KA03EF9012", vehicleType: "CAR" } });
  await expect(operator.getByText("3 identifiers", { exact: true })).toBeVisible();
  await operator.getByRole("combobox", { name: "Group", exact: true }).selectOption("Residents");
  await expect(operator.getByText("2 identifiers", { exact: true })).toBeVisible();
  await expectAccessible(operator);
});
