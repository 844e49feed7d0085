import { waitForLiveUpdates } from "../src/live-updates.ts";
import { chooseAccountEntry, field, heading, submitNewPassword, submitSignIn } from "../src/page-parts.ts";
import { startServer } from "../src/server-process.ts";
import { setSession, storedToken } from "../src/session.ts";
import { expect, test } from "../src/test.ts";

const newcomer = { username: "newcomer", password: "printed-once-only" };
const ownPassword = "a password of my own";
const printedPassword = /one-time password: (\S+)\n/;

test.describe("AUTH-4 the forced password change", () => {
  test.beforeEach(({ site }) => site.seed.person({ ...newcomer, passwordChanged: false }));

  test("AUTH-4 a one-time password leads to the reset page, which can't be bypassed", async ({ page, request }) => {
    await page.goto("/");
    await submitSignIn(page, newcomer);
    await expect(page).toHaveURL("/reset-password");
    for (const path of ["/", "/configurations", "/settings", "/no-such-page"]) {
      await test.step(`${path} redirects to the reset page`, async () => {
        await page.goto(path);
        await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
        await expect(page).toHaveURL("/reset-password");
      });
    }
    const headers = { authorization: `Bearer ${await storedToken(page)}` };
    expect((await request.get("/api/configs/global", { headers })).status()).toBe(403);
  });

  test("AUTH-4 the reset page comes before the remembered page", async ({ page }) => {
    await page.goto("/settings");
    await submitSignIn(page, newcomer);
    await expect(page).toHaveURL("/reset-password");
  });

  test("AUTH-4 a changed password leads to the home page", async ({ site, page }) => {
    await site.seed.person({ username: "settled", password: ownPassword, passwordChanged: true });
    await page.goto("/");
    await submitSignIn(page, { username: "settled", password: ownPassword });
    await expect(page).toHaveURL("/configurations");
  });
});

test.describe("AUTH-5 the reset page", () => {
  test.beforeEach(async ({ site, page }) => {
    await site.seed.person({ ...newcomer, passwordChanged: false });
    await setSession(page, await site.signIn(newcomer));
    await page.goto("/reset-password");
  });

  test("AUTH-5 a new password replaces the one-time password and leads to the home page", async ({ site, page }) => {
    await submitNewPassword(page, ownPassword);
    await expect(page).toHaveURL("/configurations");
    await expect(heading(page, "Global Configurations")).toBeVisible();
    await expect(site.signIn({ ...newcomer, password: ownPassword })).resolves.toBeTruthy();
    await expect(site.signIn(newcomer)).rejects.toThrow("401");
  });

  const rejected: readonly [password: string, why: string][] = [
    ["", "Required"],
    ["short", "Use at least 10 characters"],
    ["password123", "This password is too common, please choose another"],
  ];
  test("AUTH-5 AUTH-6 the page shows why a password is invalid, and a failed reset", async ({ page }) => {
    for (const [password, why] of rejected) {
      await test.step(`"${password}" is refused with "${why}"`, async () => {
        await submitNewPassword(page, password);
        await expect(page.getByText(why, { exact: true }).first()).toBeVisible();
      });
    }
    await submitNewPassword(page, ownPassword, "another password");
    await expect(page.getByText("Password doesn't match", { exact: true })).toBeVisible();
    await expect(field(page, "Confirm password")).toBeFocused();
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, body: "" }));
    await submitNewPassword(page, ownPassword);
    await expect(page.getByRole("alert")).toHaveText("Password Reset Failed");
    await expect(page).toHaveURL("/reset-password");
  });
});

test.describe("AUTH-6 the account menu", () => {
  const person = { username: "person", password: "the password before" };
  test.beforeEach(async ({ site, page }) => {
    await site.seed.person({ ...person, passwordChanged: true });
    await setSession(page, await site.signIn(person));
    await page.goto("/configurations");
  });

  test("AUTH-6 a password change ends all other sessions of the account", async ({ site, page, browser }) => {
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await setSession(elsewhere, await site.signIn(person));
    await elsewhere.goto("/configurations");
    await waitForLiveUpdates(elsewhere);
    await chooseAccountEntry(page, "Reset Password");
    await submitNewPassword(page, ownPassword);
    await expect(elsewhere.getByText("Token Expired, Please login again")).toBeVisible({ timeout: 15_000 });
    await context.close();
  });

  test("AUTH-6 Log out ends the session and returns to / without the expiry notice, also after Back", async ({
    page,
    request,
  }) => {
    const headers = { authorization: `Bearer ${await storedToken(page)}` };
    await chooseAccountEntry(page, "Log out");
    await expect(heading(page, "Sign in")).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Token Expired, Please login again")).toBeHidden();
    expect((await request.get("/api/health", { headers })).status()).toBe(401);
    await page.goBack();
    await expect(heading(page, "Sign in")).toBeVisible();
  });
});

test("AUTH-8 the one-time password printed at the first start allows sign-in and reset", async ({ page }) => {
  // A second server starts in addition to the worker's.
  test.slow();
  const server = await startServer();
  try {
    await expect.poll(() => server.output()).toMatch(printedPassword);
    const password = printedPassword.exec(server.output())?.[1] ?? "";
    await page.goto(server.address);
    await submitSignIn(page, { username: "admin", password });
    await expect(page).toHaveURL(`${server.address}/reset-password`);
    await submitNewPassword(page, ownPassword);
    await expect(heading(page, "Global Configurations")).toBeVisible();
    // Pending requests of the page would fail.
    await page.goto("about:blank");
  } finally {
    await server.stop();
  }
});
