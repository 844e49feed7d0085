import type { AuditAction } from "@gatehouse/contract/entities/audit/audit-names";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { callApi } from "../src/api-client.ts";
import { expectAccessible } from "../src/axe.ts";
import { addWiredGate, type GateHardware, startGateHardware } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, chooseAccountEntry, control, dialog, field, heading } from "../src/page-parts.ts";
import { addPerson, signInAs } from "../src/people.ts";
import type { Site } from "../src/site.ts";
import { test as base, expect } from "../src/test.ts";

const gatesPage = "/access-control/gates-and-actuators";
const account = "/settings/account";
const pin = "2580";

const test = base.extend<{ hardware: GateHardware }>({
  // Requests of the ended session may still be on their way.
  expectedErrors: /401|403/,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

async function addPersonWithPin(site: Site, username: string, role: string): Promise<string> {
  const token = await addPerson(site, username, { role });
  await callApi(site.address, token, "PUT /auth/pin", { body: { pin } });
  return token;
}

const switchDialog = (page: Page) => dialog(page, "Switch person");
const accountMenu = (page: Page, username: string) =>
  page.getByRole("button", { name: `Account menu of ${username}`, exact: true });

async function choosePerson(page: Page, username: string): Promise<Locator> {
  const shown = switchDialog(page);
  await shown.getByRole("button", { name: username }).click();
  await expect(field(shown, `PIN of ${username}`)).toBeFocused();
  return shown;
}

async function press(pad: Locator, digits: string): Promise<void> {
  for (const digit of digits) await pad.getByRole("button", { name: digit, exact: true }).click();
}

/** Opens a tab with the session of another one. */
async function openCopy(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const opened = context.waitForEvent("page");
  await page.evaluate((path) => void window.open(path), path);
  return opened;
}

/** The audit trail is not cleared between tests, so it is read from a time on. */
async function auditOf(site: Site, query: { user: string; action: AuditAction; from: string }): Promise<string[]> {
  const { data } = await site.call("GET /audit", { query });
  return data.map(({ summary }) => summary);
}

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("AUTH-14 a guard takes over by touch: the typed reason stays, and the opening is theirs", async ({
    site,
    page,
    hardware,
  }) => {
    const from = new Date().toISOString();
    await site.switchOn("ANPR_ACCESS_CONTROL");
    const gate = await addWiredGate(site, hardware, "Main entry", {});
    await addPersonWithPin(site, "ravi", "guard");
    await signInAs(page, site, "gita", { role: "guard" });
    const url = `${gatesPage}?open=gates.${gate.id}`;
    await page.goto(url);
    const sheet = dialog(page, "Gate");
    await sheet.getByRole("button", { name: "Open barrier", exact: true }).click();
    const form = sheet.getByRole("form", { name: "Open barrier" });
    await field(form, "Reason").fill("Delivery");
    await expect(sheet.getByText("Recorded as gita")).toBeVisible();
    await sheet.getByRole("button", { name: "Switch person", exact: true }).click();
    const pad = await choosePerson(page, "ravi");
    await press(pad, "2589");
    await pad.getByRole("button", { name: "Delete the last digit" }).click();
    await press(pad, "0");
    await pad.getByRole("button", { name: "Switch", exact: true }).click();
    await expect(switchDialog(page)).toBeHidden();
    await expect(banner(page, "Switched to ravi")).toBeVisible();
    await expect(sheet.getByText("Recorded as ravi")).toBeVisible();
    await expect(field(form, "Reason")).toHaveValue("Delivery");
    expect(page.url()).toContain(url);
    await form.getByRole("button", { name: "Open barrier", exact: true }).click();
    await expect(form.getByRole("status")).toContainText("Relay switched");
    await expect(sheet.getByRole("region", { name: "Last commands" })).toContainText("Manual, ravi: Delivery");
    expect(await auditOf(site, { user: "ravi", action: "command", from })).toHaveLength(1);
    expect(await auditOf(site, { user: "gita", action: "command", from })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(accountMenu(page, "ravi")).toBeVisible();
    await expect(accountMenu(page, "ravi")).toContainText("ravi");
  });
});

test("AUTH-14 Escape closes the switch but not the dialog below, whose input is saved by the other person", async ({
  site,
  operator,
}) => {
  const from = new Date().toISOString();
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addPersonWithPin(site, "ravi", "administrator");
  await operator.goto(`${gatesPage}?open=gates.new`);
  const form = dialog(operator, "Add gate");
  await field(form, "Name").fill("North");
  await control(form, "Type").selectOption("Entry");
  await operator.keyboard.press("Alt+P");
  await expect(switchDialog(operator).getByRole("button", { name: "ravi" })).toBeFocused();
  await operator.keyboard.press("Escape");
  await expect(switchDialog(operator)).toBeHidden();
  await expect(field(form, "Name")).toHaveValue("North");
  await operator.keyboard.press("Alt+P");
  const pad = await choosePerson(operator, "ravi");
  await operator.keyboard.type(pin);
  await pad.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(switchDialog(operator)).toBeHidden();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form).toBeHidden();
  expect(await auditOf(site, { user: "ravi", action: "insert", from })).toContain('Created gate "North"');
});

test("AUTH-14 the other tabs of the browser follow, with their own live updates and without what may not be seen", async ({
  site,
  context,
  operator,
}) => {
  await addPersonWithPin(site, "ravi", "guard");
  await operator.goto("/configurations");
  await waitForLiveUpdates(operator);
  const copy = await openCopy(context, operator, "/settings/people");
  await expect(copy.getByRole("table", { name: "Users", exact: true })).toContainText("ravi");
  await chooseAccountEntry(operator, "Switch person");
  const pad = await choosePerson(operator, "ravi");
  await press(pad, pin);
  await pad.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(accountMenu(operator, "ravi")).toBeVisible();
  await expect(operator.getByText("You can view this page but not change it.")).toBeVisible();
  await expect(accountMenu(copy, "ravi")).toBeVisible();
  await expect(copy.getByText("Not available to you")).toBeVisible();
  await expect(copy.getByRole("table", { name: "Users", exact: true })).toHaveCount(0);
  await expect(heading(copy, "People")).toBeVisible();
  // A change by an administrator reaches the new session.
  await waitForLiveUpdates(copy);
  const ravi = (await site.call("GET /users", {})).find(({ username }) => username === "ravi");
  await site.call("PATCH /users/{id}", { params: { id: ravi?.id ?? 0 }, body: { role: "administrator" } });
  await expect(operator.getByText("You can view this page but not change it.")).toBeHidden();
  await expect(copy.getByText("You switched to this account with a PIN.")).toBeVisible();
});

test("AUTH-14 calls that are rejected before the new token arrives don't sign anybody out", async ({
  site,
  context,
  operator,
}) => {
  test.slow();
  await addPersonWithPin(site, "ravi", "administrator");
  await operator.goto("/configurations");
  await waitForLiveUpdates(operator);
  const copy = await openCopy(context, operator, "/configurations");
  await waitForLiveUpdates(copy);
  await field(copy, "Value of retentionDays").fill("77");
  await operator.route("**/api/auth/switch", async (route) => {
    const rejected = context.waitForEvent("response", {
      predicate: (response) => response.status() === 401,
      timeout: 20_000,
    });
    const response = await route.fetch();
    // The server closes the live updates of the ended session, and the tab that has them connects again.
    await rejected;
    await route.fulfill({ response });
  });
  await chooseAccountEntry(operator, "Switch person");
  const pad = await choosePerson(operator, "ravi");
  await press(pad, pin);
  await pad.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(accountMenu(operator, "ravi")).toBeVisible({ timeout: 30_000 });
  await expect(accountMenu(copy, "ravi")).toBeVisible();
  await expect(field(copy, "Value of retentionDays")).toHaveValue("77");
  await waitForLiveUpdates(operator);
  await waitForLiveUpdates(copy);
});

test("AUTH-14 wrong PINs say how many attempts are left, then the PIN is locked", async ({ site, operator }) => {
  const from = new Date().toISOString();
  await addPersonWithPin(site, "ravi", "guard");
  await operator.goto("/configurations");
  await chooseAccountEntry(operator, "Switch person");
  const pad = await choosePerson(operator, "ravi");
  for (const left of ["4 attempts", "3 attempts", "2 attempts", "1 attempt"]) {
    await operator.keyboard.type("9999");
    await operator.keyboard.press("Enter");
    await expect(pad.getByRole("alert")).toHaveText(`Wrong PIN. ${left} left.`);
    await expect(field(pad, "PIN of ravi")).toHaveValue("");
    await expect(field(pad, "PIN of ravi")).toBeFocused();
  }
  await operator.keyboard.type("9999");
  await operator.keyboard.press("Enter");
  await expect(pad.getByRole("alert")).toContainText("This PIN is locked after too many wrong attempts.");
  await pad.getByRole("button", { name: "Someone else", exact: true }).click();
  await expect(pad.getByRole("button", { name: "ravi" })).toBeDisabled();
  await expect(pad.getByText("PIN locked: sign in with the password")).toBeVisible();
  await expect(accountMenu(operator, "admin")).toBeVisible();
  expect(await auditOf(site, { user: "admin", action: "switch-failed", from })).toHaveLength(5);
});

test("AUTH-14 a person sets, changes and removes their PIN, but not after a switch", async ({ site, page }) => {
  await addPersonWithPin(site, "ravi", "guard");
  await signInAs(page, site, "gita", { role: "guard" });
  await page.goto("/configurations");
  await chooseAccountEntry(page, "Your account");
  await expect(heading(page, "Your account")).toBeVisible();
  const pinCard = card(page, "PIN");
  await expect(pinCard.getByText("You have no PIN.")).toBeVisible();
  await pinCard.getByRole("button", { name: "Set PIN", exact: true }).click();
  const form = dialog(page, "Set PIN");
  await control(form, "New PIN").fill("4567");
  await control(form, "Repeat PIN").fill("4568");
  await form.getByRole("button", { name: "Save PIN", exact: true }).click();
  await expect(form.getByText("Too easy to guess: don't repeat one digit or count up or down")).toBeVisible();
  await expect(form.getByText("The PINs differ")).toBeVisible();
  await control(form, "New PIN").fill("90247");
  await control(form, "Repeat PIN").fill("90247");
  await form.getByRole("button", { name: "Save PIN", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(pinCard.getByText("You have a PIN.")).toBeVisible();
  await pinCard.getByRole("button", { name: "Remove PIN", exact: true }).click();
  await dialog(page, "Remove PIN").getByRole("button", { name: "Remove PIN", exact: true }).click();
  await expect(pinCard.getByText("You have no PIN.")).toBeVisible();
  await chooseAccountEntry(page, "Switch person");
  const pad = await choosePerson(page, "ravi");
  await press(pad, pin);
  await pad.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(pinCard.getByText("You switched to this account with a PIN.")).toBeVisible();
  await expect(pinCard.getByRole("button")).toHaveCount(0);
});

test("axe finds no violations in the account page and while switching", async ({ site, operator }) => {
  test.slow();
  await addPersonWithPin(site, "ravi", "guard");
  await operator.goto(account);
  await expect(card(operator, "PIN").getByText("You have no PIN.")).toBeVisible();
  await expectAccessible(operator);
  await operator.keyboard.press("Alt+P");
  await expect(switchDialog(operator).getByRole("button", { name: "ravi" })).toBeVisible();
  await expectAccessible(operator, switchDialog(operator));
  await choosePerson(operator, "ravi");
  await expectAccessible(operator, switchDialog(operator));
});

test("AUTH-14 OPS-3 a switch to a person of another gate says so before, and the station shows their gate", async ({
  site,
  page,
  hardware,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const north = await addWiredGate(site, hardware, "North", {});
  const south = await addGate(site, "South");
  const token = await addPerson(site, "meera", { role: "guard", gateIds: [south.id] });
  await callApi(site.address, token, "PUT /auth/pin", { body: { pin } });
  await signInAs(page, site, "ravi", { role: "guard" });
  await page.goto(`/station/${north.id}`);
  await expect(page.getByRole("region", { name: "North" })).toBeVisible();
  await chooseAccountEntry(page, "Switch person");
  const shown = await choosePerson(page, "meera");
  await expect(shown.getByRole("status")).toHaveText("meera is limited to South. The station will show South.");
  await press(shown, pin);
  await shown.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(accountMenu(page, "meera")).toBeVisible();
  await expect(page.getByRole("region", { name: "South" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/station/${south.id}$`));
});
