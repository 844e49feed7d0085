import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addWiredGate, type GateHardware, startGateHardware } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import {
  answerConfirmation,
  banner,
  card,
  choose,
  chooseAccountEntry,
  control,
  dialog,
  field,
  fillIn,
  heading,
  openDialog,
  submitNewPassword,
  submitSignIn,
} from "../src/page-parts.ts";
import { addPerson, chosenPassword, signInAs } from "../src/people.ts";
import { admin } from "../src/site.ts";
import { test as base, expect } from "../src/test.ts";

const people = "/settings/people";
const gatesPage = "/access-control/gates-and-actuators";
const readOnly = "You can view this page but not change it.";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

const userRow = (page: Page, username: string) =>
  page.getByRole("table", { name: "Users", exact: true }).getByRole("row").filter({ hasText: username });

async function chooseAction(page: Page, username: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${username}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("ROLE-4 an administrator invites a guard, who chooses a password and opens a gate", async ({
  site,
  operator,
  browser,
  hardware,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addWiredGate(site, hardware, "Main entry", {});
  await operator.goto("/settings");
  await operator.getByRole("link", { name: "Manage people", exact: true }).click();
  await expect(heading(operator, "People")).toBeVisible();

  const form = await openDialog(operator, "Invite user");
  await form.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(form.getByText("Required").first()).toBeVisible();
  await fillIn(form, { "User name": "gina", Name: "Gina Guard" });
  await control(form, "Role").selectOption("Guard");
  await form.getByRole("switch", { name: "All gates" }).press("Space");
  await choose(form, "Gates", "Main entry");
  // Closes the list, which covers the button.
  await operator.keyboard.press("Tab");
  await form.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = dialog(operator, "One-time password");
  await expect(shown.getByText("It can't be shown again.")).toBeVisible();
  const password = (await shown.getByRole("code").textContent()) ?? "";
  await operator.keyboard.press("Escape");
  await answerConfirmation(operator, "The password was not copied", "Yes");
  await expect(shown).toBeHidden();
  await expect(userRow(operator, "gina")).toContainText(/Gina Guard.*Guard.*Main entry.*Invited until/);

  const context = await browser.newContext({ baseURL: site.address });
  const guard = await context.newPage();
  await guard.goto("/");
  await submitSignIn(guard, { username: "gina", password });
  await submitNewPassword(guard, chosenPassword);
  await expect(heading(guard, "Gate station")).toBeVisible();
  await guard.goto("/configurations");
  await expect(guard.getByText(readOnly)).toBeVisible();
  await expect(userRow(operator, "gina")).toContainText("Active");

  await guard.goto(gatesPage);
  await expect(guard.getByText(readOnly)).toBeVisible();
  await expect(guard.getByRole("button", { name: /^Main entry/ })).toBeVisible();
  await guard.getByRole("button", { name: /^Main entry/ }).click();
  const sheet = dialog(guard, "Gate");
  await sheet.getByRole("button", { name: "Open barrier", exact: true }).click();
  const command = sheet.getByRole("form", { name: "Open barrier" });
  await field(command, "Reason").fill("Delivery");
  await command.getByRole("button", { name: "Open barrier", exact: true }).click();
  await expect(command.getByRole("status")).toContainText("Relay switched");
  await context.close();
});

test("ROLE-5 a guard finds no way to change devices, configurations or people", async ({ site, page }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addGate(site, "Main entry");
  await signInAs(page, site, "gina", { role: "guard" });
  await test.step("devices", async () => {
    await page.goto("/access-control/anpr-settings");
    await expect(page.getByText(readOnly)).toHaveCount(1);
    await expect(card(page, "Access Control ANPR Devices")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
    await expect(control(page, "Sync API URL")).toBeDisabled();
  });
  await test.step("gates", async () => {
    await page.goto(`${gatesPage}?open=gates.new`);
    await expect(page.getByRole("button", { name: /^Main entry/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: /^Main entry/ }).click();
    const sheet = dialog(page, "Gate");
    await expect(field(sheet, "Name")).toBeDisabled();
    await expect(sheet.getByRole("button", { name: /^(Save|Delete)$/ })).toHaveCount(0);
  });
  await test.step("configurations", async () => {
    await page.goto("/configurations");
    await expect(page.getByRole("row", { name: /^retentionDays .* NUMBER \d+$/ })).toBeVisible();
    await expect(page.getByRole("table").getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
    await expectAccessible(page);
  });
  await test.step("settings", async () => {
    await page.goto("/settings");
    await expect(page.getByRole("switch", { name: "Reporting" })).toBeDisabled();
    await expect(page.getByRole("link", { name: "Manage people" })).toHaveCount(0);
    await expect(card(page, "Integration keys")).toHaveCount(0);
  });
  await test.step("people", async () => {
    await page.goto(people);
    await expect(page.getByText("Not available to you")).toBeVisible();
    await page.getByRole("button", { name: "Account menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "People" })).toHaveCount(0);
  });
});

test("ROLE-5 a viewer can neither open gates, resolve alerts nor export or add identifiers", async ({ site, page }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL", "EPLD");
  await addGate(site, "Main entry");
  await site.seed.alert({ type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot B2 is missing" });
  await signInAs(page, site, "vera", { role: "viewer" });
  await page.goto(gatesPage);
  await page.getByRole("button", { name: /^Main entry/ }).click();
  await expect(dialog(page, "Gate").getByRole("region", { name: "Last passages" })).toBeVisible();
  await expect(dialog(page, "Gate").getByRole("region", { name: "Manual control" })).toHaveCount(0);
  await page.goto("/epld/alerts");
  await expect(page.getByText("Slot B2 is missing", { exact: true })).toBeVisible();
  await expect(page.getByText(readOnly)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Mark as resolved" })).toHaveCount(0);
  await page.goto("/access-control/ids");
  await expect(page.getByText("No identifiers yet")).toBeVisible();
  await expect(page.getByText(readOnly)).toHaveCount(1);
  await expect(page.getByRole("button", { name: /Add Identifier|Export CSV/ })).toHaveCount(0);
  await page.goto("/epld/variables");
  await expect(page.getByRole("heading", { name: "Constants" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Add new|Publish|Reset)/ })).toHaveCount(0);
});

test("ROLE-1 a role without the permission to view has a page that explains it", async ({ site, page }) => {
  await site.call("POST /roles", { body: { name: "Opener", permissions: ["open"] } });
  await signInAs(page, site, "olga", { role: "Opener" });
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Your role has no pages" })).toBeVisible();
  await expect(page.getByText("An administrator can add it.")).toBeVisible();
  await expect(page.getByText("No connection to the server")).toBeHidden();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("ROLE-5 a changed role shows at once, without a reload", async ({ site, page }) => {
  await signInAs(page, site, "vera", { role: "viewer" });
  await page.goto("/settings");
  await expect(page.getByText(readOnly)).toBeVisible();
  await waitForLiveUpdates(page);
  const vera = (await site.call("GET /users", {})).find(({ username }) => username === "vera");
  await site.call("PATCH /users/{id}", { params: { id: vera?.id ?? 0 }, body: { role: "administrator" } });
  await expect(page.getByRole("switch", { name: "Reporting" })).toBeEnabled();
  await expect(page.getByText(readOnly)).toBeHidden();
});

test("ROLE-4 an administrator sees every page as before", async ({ operator }) => {
  await operator.goto("/configurations");
  await expect(field(operator, "Value of retentionDays")).toBeEnabled();
  await expect(operator.getByText(readOnly)).toHaveCount(0);
  await chooseAccountEntry(operator, "People");
  await expect(heading(operator, "People")).toBeVisible();
  await expect(userRow(operator, admin.username)).toContainText(/You.*Administrator.*All gates.*Active/);
});

test("ROLE-4 a user is changed, disabled, enabled, signed out and deleted", async ({ site, operator }) => {
  await addPerson(site, "vera", { role: "viewer" });
  await operator.goto(people);
  await operator.getByRole("button", { name: "vera", exact: true }).click();
  const form = dialog(operator, "Edit user");
  await expect(field(form, "User name")).toBeDisabled();
  await field(form, "Name").fill("Vera Viewer");
  await control(form, "Role").selectOption("Manager");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(userRow(operator, "vera")).toContainText(/Vera Viewer.*Manager/);
  await chooseAction(operator, "vera", "Disable");
  await answerConfirmation(operator, "Disable vera?", "Yes");
  await expect(userRow(operator, "vera")).toContainText("Disabled");
  await chooseAction(operator, "vera", "Enable");
  await expect(userRow(operator, "vera")).toContainText("Active");
  await chooseAction(operator, "vera", "Sign out everywhere");
  await answerConfirmation(operator, "Sign vera out", "Yes");
  await expect(banner(operator, "Signed out everywhere")).toBeVisible();
  await chooseAction(operator, "vera", "New one-time password");
  await answerConfirmation(operator, "Replace the password of vera", "Yes");
  const shown = dialog(operator, "One-time password");
  await shown.getByRole("button", { name: "Copy", exact: true }).click();
  await shown.getByRole("button", { name: "Done", exact: true }).click();
  await expect(userRow(operator, "vera")).toContainText("Invited until");
  await operator.getByRole("button", { name: "Vera Viewer", exact: true }).click();
  await form.getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: vera", "Yes");
  await expect(form).toBeHidden();
  await expect(userRow(operator, "vera")).toHaveCount(0);
});

test.describe("refusals", () => {
  test.use({ expectedErrors: /409/ });

  test("ROLE-4 the last administrator can't be demoted or disabled, and the page says why", async ({ operator }) => {
    const reason = "This is the last enabled administrator: the site would have none left";
    await operator.goto(`${people}`);
    await operator.getByRole("button", { name: "admin", exact: true }).click();
    const form = dialog(operator, "Edit user");
    await control(form, "Role").selectOption("Viewer");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form.getByRole("alert")).toHaveText(reason);
    await operator.keyboard.press("Escape");
    await answerConfirmation(operator, "You have unsaved changes", "Yes");
    await chooseAction(operator, "admin", "Disable");
    await answerConfirmation(operator, "Disable admin?", "Yes");
    await expect(banner(operator, reason)).toBeVisible();
  });

  test("ROLE-4 a change by someone else is shown before it is overwritten", async ({ site, operator }) => {
    await addPerson(site, "vera", { role: "viewer" });
    const vera = (await site.call("GET /users", {})).find(({ username }) => username === "vera");
    await operator.goto(`${people}?open=users.${vera?.id}`);
    const form = dialog(operator, "Edit user");
    await field(form, "Name").fill("Vera Viewer");
    await site.call("PATCH /users/{id}", { params: { id: vera?.id ?? 0 }, body: { role: "guard" } });
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await expect(form.getByText("Changed by someone else")).toBeVisible();
    await expect(form.getByRole("row", { name: "Role Guard –" })).toBeVisible();
    await form.getByRole("button", { name: "Reload", exact: true }).click();
    await expect(control(form, "Role")).toHaveValue("guard");
  });

  test("ROLE-2 a role of one's own is added, changed, refused while in use, and deleted", async ({
    site,
    operator,
  }) => {
    await operator.goto(people);
    const form = await openDialog(operator, "Add role");
    await field(form, "Name").fill("Night shift");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByText("Select at least one permission")).toBeVisible();
    await form.getByRole("checkbox", { name: "Handle alerts" }).check();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    const row = card(operator, "Your roles").getByRole("button", { name: /Night shift/ });
    await expect(row).toContainText("0 users: Handle alerts");
    await addPerson(site, "nora", { role: "Night shift" });
    await expect(userRow(operator, "nora")).toContainText("Night shift");
    await row.click();
    const edit = dialog(operator, "Edit role");
    await edit.getByRole("button", { name: "Delete", exact: true }).click();
    await answerConfirmation(operator, "Are you sure you want to delete: Night shift", "Yes");
    await expect(edit.getByRole("link", { name: "User nora" })).toBeVisible();
    await site.call("PATCH /users/{id}", {
      params: { id: (await site.call("GET /users", {})).find(({ username }) => username === "nora")?.id ?? 0 },
      body: { role: "viewer" },
    });
    await edit.getByRole("button", { name: "Delete", exact: true }).click();
    await answerConfirmation(operator, "Are you sure you want to delete: Night shift", "Yes");
    await expect(row).toHaveCount(0);
  });
});

test("ROLE-4 users that can't be loaded show an error with a retry", async ({ operator }) => {
  await operator.route("**/api/users?*", (route) => route.fulfill({ status: 403, json: { message: "Not today" } }));
  await operator.route("**/api/users", (route) => route.fulfill({ status: 403, json: { message: "Not today" } }));
  await operator.goto(people);
  await expect(card(operator, "Users").getByRole("alert")).toContainText("Not today");
  await operator.unrouteAll();
  await card(operator, "Users").getByRole("button", { name: "Try again" }).click();
  await expect(userRow(operator, admin.username)).toBeVisible();
});

test("axe finds no violations on the people page and its dialogs", async ({ site, operator }) => {
  test.slow();
  await addPerson(site, "vera", { role: "viewer", gateIds: [] });
  await site.call("POST /roles", { body: { name: "Night shift", permissions: ["view", "open"] } });
  await operator.goto(people);
  await expect(userRow(operator, "vera")).toBeVisible();
  await expectAccessible(operator);
  await operator.goto(`${people}?open=users.new`);
  await expect(field(dialog(operator, "Invite user"), "User name")).toBeVisible();
  await expectAccessible(operator, operator.getByRole("dialog"));
  await operator.goto(`${people}?open=roles.new`);
  await expect(dialog(operator, "Add role").getByRole("checkbox", { name: "Handle alerts" })).toBeVisible();
  await expectAccessible(operator, operator.getByRole("dialog"));
});
