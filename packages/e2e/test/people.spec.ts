import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addWiredGate, type GateHardware, startGateHardware } from "../src/events.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import {
  answerConfirmation,
  choose,
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
