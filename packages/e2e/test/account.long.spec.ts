import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { blockLiveUpdates } from "../src/live-updates.ts";
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
  submitSignIn,
} from "../src/page-parts.ts";
import { addPerson, chosenPassword, signInAs } from "../src/people.ts";
import { expect, test } from "../src/test.ts";

const account = "/settings/account";
const signInSettings = "/settings/sign-in";
const minuteMs = 60_000;
const newPassword = "quite another password";
const guard = { username: "gina", password: chosenPassword };

const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });

test("AUTH-13 a person sees their sessions, ends one, and signs out everywhere", async ({ site, page }) => {
  await addPerson(site, guard.username, { role: "guard" });
  await page.goto("/");
  await submitSignIn(page, guard);
  await chooseAccountEntry(page, "Your account");
  await expect(heading(page, "Your account")).toBeVisible();
  const own = row(page, "Sessions", "This session");
  await expect(own).toContainText(/Chrome on .*127\.0\.0\.1.*Password/);
  const others = row(page, "Sessions", "Unknown program");
  await test.step("end one", async () => {
    await others.getByRole("button", { name: /^End the session/ }).click();
    await expect(banner(page, "Session ended")).toBeVisible();
    await expect(others).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sign out everywhere else", exact: true })).toBeDisabled();
  });
  await test.step("end all others", async () => {
    await site.signIn(guard);
    await page.reload();
    await expect(others).toHaveCount(1);
    await page.getByRole("button", { name: "Sign out everywhere else", exact: true }).click();
    await answerConfirmation(page, "Sign out everywhere else?", "Yes");
    await expect(others).toHaveCount(0);
    await expect(own).toBeVisible();
  });
  await test.step("end all", async () => {
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await answerConfirmation(page, "This session ends too.", "Yes");
    await expect(heading(page, "Sign in")).toBeVisible();
  });
});

test("ROLE-6 a person creates a token, which is shown once, works and is revoked", async ({ site, page, request }) => {
  await signInAs(page, site, "gina", { role: "guard" });
  await page.goto(account);
  const tokens = card(page, "Personal access tokens");
  await expect(tokens.getByText("No tokens yet")).toBeVisible();
  const form = await openDialog(page, "Create token");
  await form.getByRole("button", { name: "Create token", exact: true }).click();
  await expect(form.getByText("Required", { exact: true })).toBeVisible();
  await expect(form.getByText("Select at least one permission", { exact: true })).toBeVisible();
  await expect(form.getByRole("checkbox")).toHaveCount(4);
  await field(form, "Name").fill("Backup script");
  await form.getByRole("checkbox", { name: "See gates, events, alerts and settings" }).check();
  const expires = control(form, "Expires");
  const suggested = await expires.inputValue();
  await expires.fill("2999-01-01T00:00");
  await form.getByRole("button", { name: "Create token", exact: true }).click();
  await expect(form.getByText("Must be within one year", { exact: true })).toBeVisible();
  await expires.fill(suggested);
  await form.getByRole("button", { name: "Create token", exact: true }).click();
  await expect(form.getByText("It is shown only once.")).toBeVisible();
  const secret = (await form.getByRole("code").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await answerConfirmation(page, "The token was not copied", "Yes");
  await expect(form).toBeHidden();
  const created = row(page, "Personal access tokens", "Backup script");
  await expect(created).toContainText("Never");

  const headers = { authorization: `Bearer ${secret}` };
  expect((await request.get("/api/gates", { headers })).status()).toBe(200);
  expect((await request.get("/api/auth/tokens", { headers })).status()).toBe(403);
  await expect(created).toContainText("just now from 127.0.0.1");
  await created.getByRole("button", { name: "Revoke Backup script", exact: true }).click();
  await answerConfirmation(page, "Are you sure you want to revoke: Backup script", "Yes");
  await expect(tokens.getByText("No tokens yet")).toBeVisible();
  expect((await request.get("/api/gates", { headers })).status()).toBe(401);
});

test.describe("refusals", () => {
  test.use({ expectedErrors: /40[03]/ });

  test("AUTH-12 the dialog asks for the current password once the session is five minutes old", async ({
    site,
    page,
  }) => {
    await signInAs(page, site, "gina", { role: "guard" });
    await page.clock.install({ time: new Date(Date.now() + 6 * minuteMs) });
    await page.goto(account);
    await card(page, "Password").getByRole("button", { name: "Change password", exact: true }).click();
    const form = dialog(page, "Reset Password");
    await field(form, "Password").fill(newPassword);
    await field(form, "Confirm password").fill(newPassword);
    const submit = form.getByRole("button", { name: "Reset Password", exact: true });
    await submit.click();
    await expect(form.getByText("Required", { exact: true })).toBeVisible();
    await expect(field(form, "Current password")).toBeFocused();
    await field(form, "Current password").fill("not this one");
    await submit.click();
    await expect(form.getByText("Wrong password", { exact: true })).toBeVisible();
    await expect(form.getByRole("alert")).toHaveText("The current password is wrong");
    await field(form, "Current password").fill(chosenPassword);
    await submit.click();
    await expect(banner(page, "Password updated successfully.")).toBeVisible();
    await expect(site.signIn({ username: "gina", password: newPassword })).resolves.toBeTruthy();
  });

  test("AUTH-13 sessions and tokens that can't be loaded show an error with a retry", async ({ operator }) => {
    const error = { status: 403, json: { message: "Not today" } };
    await operator.route(/\/api\/auth\/(sessions|tokens)$/, (route) => route.fulfill(error));
    // The first live connection refetches: only "Try again" may.
    await blockLiveUpdates(operator);
    await operator.goto(account);
    for (const title of ["Sessions", "Personal access tokens"]) {
      await expect(card(operator, title).getByRole("alert")).toContainText("Not today");
    }
    await operator.unrouteAll();
    await card(operator, "Sessions").getByRole("button", { name: "Try again" }).click();
    await expect(row(operator, "Sessions", "This session")).toBeVisible();
    await card(operator, "Personal access tokens").getByRole("button", { name: "Try again" }).click();
    await expect(operator.getByText("No tokens yet")).toBeVisible();
  });
});

test("AUTH-13 the console announces an idle sign-out, renews after input, and says why it signed out", async ({
  operator,
}) => {
  await operator.clock.install();
  await operator.goto("/settings");
  await expect(heading(operator, "Settings")).toBeVisible();
  const notice = operator.getByRole("alert").filter({ hasText: "You will be signed out at" });
  const opened = operator.waitForResponse("**/api/auth/renew");
  await operator.clock.fastForward(27 * minuteMs);
  await opened;
  await expect(notice).toHaveCount(0);
  await operator.clock.fastForward(2 * minuteMs + 10_000);
  await expect(notice).toContainText("because you have not used the console for a while");
  const renewed = operator.waitForResponse("**/api/auth/renew");
  await notice.getByRole("button", { name: "Stay signed in", exact: true }).click();
  expect((await renewed).status()).toBe(200);
  await operator.clock.fastForward(2 * minuteMs);
  await expect(operator.getByText("Token Expired, Please login again")).toContainText(
    "You were signed out because you did not use the console for a while.",
  );
});

test("AUTH-13 a disabled person is signed out and told why", async ({ site, page }) => {
  await signInAs(page, site, "gina", { role: "guard" });
  await page.goto(account);
  await expect(row(page, "Sessions", "This session")).toBeVisible();
  const gina = (await site.call("GET /users", {})).find(({ username }) => username === "gina");
  await site.call("PATCH /users/{id}", { params: { id: gina?.id ?? 0 }, body: { isDisabled: true } });
  await expect(page.getByText("Token Expired, Please login again")).toContainText("Your account was disabled.");
});

test("axe finds no violations on the account and sign-in pages and their dialogs", async ({ site, operator }) => {
  test.slow();
  await site.call("POST /auth/tokens", {
    body: {
      name: "Backup script",
      permissions: ["view", "export"],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  await operator.goto(account);
  await expect(row(operator, "Personal access tokens", "Backup script")).toBeVisible();
  await expect(row(operator, "Sessions", "This session")).toBeVisible();
  await expectAccessible(operator);
  await operator.goto(`${account}?open=personal_tokens.new`);
  await expect(field(dialog(operator, "Create token"), "Name")).toBeVisible();
  await expectAccessible(operator, operator.getByRole("dialog"));
  await operator.goto(signInSettings);
  await expect(row(operator, "Sessions by role", "Guard")).toBeVisible();
  await expectAccessible(operator);
  await operator.getByRole("button", { name: "Edit the policy of Guard", exact: true }).click();
  await expect(dialog(operator, "Sessions of Guard")).toBeVisible();
  await expectAccessible(operator, operator.getByRole("dialog"));
});
