import type { Page } from "@gatehouse/e2e/browser-commands";
import { addGate } from "@gatehouse/e2e/hardware";
import { blockLiveUpdates } from "@gatehouse/e2e/live-updates";
import {
  answerConfirmation,
  banner,
  card,
  chooseAccountEntry,
  control,
  dialog,
  field,
  heading,
  openDialog,
} from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";
import { httpError } from "./fake-site.ts";

const people = "/settings/people";
const gatesPage = "/access-control/gates-and-actuators";
const readOnly = "You can view this page but not change it.";

const userRow = (page: Page, username: string) =>
  page.getByRole("table", { name: "Users", exact: true }).getByRole("row").filter({ hasText: username });

async function chooseAction(page: Page, username: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${username}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("ROLE-5 a guard finds no way to change devices, configurations or people", async ({ site, page }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addGate(site, "Main entry");
  signInAs(page, site, "gina", { role: "guard" });
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
  site.add("GET /alerts", { type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot B2 is missing" });
  signInAs(page, site, "vera", { role: "viewer" });
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
  signInAs(page, site, "olga", { role: "Opener" });
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Your role has no pages" })).toBeVisible();
  await expect(page.getByText("An administrator can add it.")).toBeVisible();
  await expect(page.getByText("No connection to the server")).toBeHidden();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("ROLE-4 an administrator sees every page as before", async ({ operator }) => {
  await operator.goto("/configurations");
  await expect(field(operator, "Value of retentionDays")).toBeEnabled();
  await expect(operator.getByText(readOnly)).toHaveCount(0);
  await chooseAccountEntry(operator, "People");
  await expect(heading(operator, "People")).toBeVisible();
  await expect(userRow(operator, "admin")).toContainText(/You.*Administrator.*All gates.*Active/);
});

test("ROLE-4 a user is changed, disabled, enabled, signed out and deleted", async ({ site, operator }) => {
  site.addPerson("vera", "viewer");
  site.respond("POST /users/{id}/one-time-password", ({ params }) => {
    const user = Object.assign(site.find("/users", params.id), { invitedUntil: "2066-01-01T00:00:00.000Z" });
    return { user, oneTimePassword: "one-time-password" } as never;
  });
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

test("ROLE-4 the last administrator can't be demoted or disabled, and the page says why", async ({
  site,
  operator,
}) => {
  site.respond("PATCH /users/{id}", () => {
    throw httpError("user/last-administrator");
  });
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
  site.addPerson("vera", "viewer");
  const vera = (await site.call("GET /users", {})).find(({ username }) => username === "vera");
  await operator.goto(`${people}?open=users.${vera?.id}`);
  const form = dialog(operator, "Edit user");
  await field(form, "Name").fill("Vera Viewer");
  await site.call("PATCH /users/{id}", { params: { id: vera?.id ?? 0 }, body: { role: "guard" } });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Changed in another tab or by someone else")).toBeVisible();
  await expect(form.getByRole("row", { name: "Role Guard –" })).toBeVisible();
  await form.getByRole("button", { name: "Reload", exact: true }).click();
  await expect(control(form, "Role")).toHaveValue("guard");
});

test("ROLE-2 a role of one's own is added, changed, refused while in use, and deleted", async ({ site, operator }) => {
  await operator.goto(people);
  const form = await openDialog(operator, "Add role");
  await field(form, "Name").fill("Night shift");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Select at least one permission")).toBeVisible();
  await form.getByRole("checkbox", { name: "Handle alerts" }).check();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const row = card(operator, "Your roles").getByRole("button", { name: /Night shift/ });
  await expect(row).toContainText("0 users: Handle alerts");
  site.addPerson("nora", "Night shift");
  site.publish();
  await expect(userRow(operator, "nora")).toContainText("Night shift");
  await row.click();
  const edit = dialog(operator, "Edit role");
  site.respond("DELETE /roles/{id}", () => {
    throw httpError("record/in-use", { dependents: [{ kind: "users", id: 1, name: "nora" }] });
  });
  await edit.getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Night shift", "Yes");
  await expect(edit.getByRole("link", { name: "User nora" })).toBeVisible();
  site.restore("DELETE /roles/{id}");
  await edit.getByRole("button", { name: "Delete", exact: true }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Night shift", "Yes");
  await expect(row).toHaveCount(0);
});

test("ROLE-4 users that can't be loaded show an error with a retry", async ({ site, operator }) => {
  site.respond("GET /users", () => {
    throw httpError("auth/not-permitted", { message: "Not today" });
  });
  // The first live connection refetches: only "Try again" may.
  await blockLiveUpdates(operator);
  await operator.goto(people);
  await expect(card(operator, "Users").getByRole("alert")).toContainText("Not today");
  site.restore("GET /users");
  await card(operator, "Users").getByRole("button", { name: "Try again" }).click();
  await expect(userRow(operator, "admin")).toBeVisible();
});
