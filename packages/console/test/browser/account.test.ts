import type { Page } from "@gatehouse/e2e/browser-commands";
import { banner, card, chooseAccountEntry, dialog, field, heading } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";

const account = "/settings/account";
const signInSettings = "/settings/sign-in";
const _minuteMs = 60_000;
const newPassword = "quite another password";

const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });

test.describe("refusals", () => {
  test("AUTH-12 the dialog shows the field when the server asks for it", async ({ site, operator: page }) => {
    site.respond("POST /auth/change-password", () => ({ token: site.signIn(), passwordChanged: true }));
    await page.goto(account);
    const message = "Enter your current password";
    const error = { code: "request/invalid", message, errors: [{ path: "currentPassword", message }] };
    await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 400, json: error }), {
      times: 1,
    });
    await card(page, "Password").getByRole("button", { name: "Change password", exact: true }).click();
    const form = dialog(page, "Reset Password");
    await expect(form.getByRole("textbox")).toHaveCount(2);
    await field(form, "Password").fill(newPassword);
    await field(form, "Confirm password").fill(newPassword);
    await form.getByRole("button", { name: "Reset Password", exact: true }).click();
    await expect(field(form, "Current password")).toBeFocused();
    await field(form, "Current password").fill("the current password");
    await form.getByRole("button", { name: "Reset Password", exact: true }).click();
    await expect(banner(page, "Password updated successfully.")).toBeVisible();
  });
});

test("AUTH-13 an administrator changes the limits of a role", async ({ site, operator }) => {
  const stored = site.add("GET /sign-in/policies", { role: "guard", title: "Guard" });
  site.respond("PUT /sign-in/policies/{role}", ({ body }) => Object.assign(stored, body));
  await operator.goto("/settings");
  await chooseAccountEntry(operator, "Sign-in");
  await expect(heading(operator, "Sign-in")).toBeVisible();
  const policy = row(operator, "Sessions by role", "Guard");
  await expect(policy).toContainText(/30 minutes\s*Default.*12 hours\s*Default.*Optional/);
  await policy.getByRole("button", { name: "Edit the policy of Guard", exact: true }).click();
  const form = dialog(operator, "Sessions of Guard");
  const idle = field(form, "Signed out when idle for");
  await idle.fill("4");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText("Must be a whole number from 5 to 1440", { exact: true })).toBeVisible();
  await idle.fill("15");
  await form.getByRole("switch", { name: "Second factor required" }).press("Space");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(policy).toContainText(/15 minutes.*12 hours\s*Default.*Required/);
});

test("AUTH-13 people who don't manage users can't see the limits of roles", async ({ site, page }) => {
  signInAs(page, site, "gina", { role: "guard" });
  await page.goto(signInSettings);
  await expect(page.getByText("Not available to you")).toBeVisible();
});
