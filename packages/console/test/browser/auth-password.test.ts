import type { Page } from "@gatehouse/e2e/browser-commands";
import { chooseAccountEntry, dialog, field, submitNewPassword } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";

const ownPassword = "a password of my own";

test.describe("AUTH-6 the account menu", () => {
  const form = (page: Page) => dialog(page, "Reset Password");
  const done = (page: Page) => page.getByRole("status").filter({ hasText: "Password updated successfully." });
  test.beforeEach(async ({ site, page }) => {
    signInAs(page, site, "person", { role: "administrator" });
    site.respond("POST /auth/change-password", () => ({ token: site.signIn(), passwordChanged: true }));
    await page.goto("/configurations");
  });

  test("AUTH-6 the dialog's fields are required and must match; it shows the server's error", async ({ page }) => {
    await chooseAccountEntry(page, "Reset Password");
    await expect(form(page).getByRole("textbox")).toHaveCount(2);
    await expect(field(page, "Password")).toBeFocused();
    await submitNewPassword(page, "");
    await expect(form(page).getByText("Required", { exact: true })).toHaveCount(2);
    await field(page, "Password").fill("half a password");
    // The shortcut of the search does not close the dialog.
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field(page, "Password")).toHaveValue("half a password");
    await submitNewPassword(page, ownPassword, "another password");
    await expect(form(page).getByText("Passwords don't match!", { exact: true })).toBeVisible();
    const error = { code: "request/invalid", message: "this password was used before" };
    await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 500, body: "" }));
    await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 400, json: error }), {
      times: 1,
    });
    await submitNewPassword(page, ownPassword);
    await expect(form(page).getByRole("alert")).toHaveText("This password was used before");
    await submitNewPassword(page, ownPassword);
    await expect(form(page).getByRole("alert")).toHaveText("Resetting password failed");
  });

  test('AUTH-6 success shows "Password updated successfully." and keeps the session', async ({ page }) => {
    await chooseAccountEntry(page, "Reset Password");
    await submitNewPassword(page, ownPassword);
    await expect(done(page)).toBeVisible();
    await expect(form(page)).toBeHidden();
    await page.goto("/settings");
    await expect(page.getByRole("switch").first()).toBeVisible();
  });
});
