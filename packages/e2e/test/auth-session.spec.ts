import { callApi } from "../src/api-client.ts";
import { chooseAccountEntry, control, dialog, field, heading, submitSignIn } from "../src/page-parts.ts";
import { addPerson, chosenPassword } from "../src/people.ts";
import { setSession, storedToken } from "../src/session.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const minuteMs = 60_000;
const expired = "Token Expired, Please login again";

test("AUTH-7 the token is stored in sessionStorage, not in localStorage, and survives a reload", async ({ page }) => {
  await page.goto("/");
  await submitSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
  const token = await storedToken(page);
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  await page.reload();
  await expect(heading(page, "Global Configurations")).toBeVisible();
});

test("AUTH-7 the session ends when the token expires; signing in returns to the page", async ({ operator }) => {
  await operator.clock.install();
  await operator.goto("/settings");
  await expect(heading(operator, "Settings")).toBeVisible();
  await operator.clock.fastForward(31 * minuteMs);
  await expect(operator.getByText(expired)).toBeVisible();
  await expect(operator).toHaveURL("/?tokenExpired=true&next=%2Fsettings");
  await operator.clock.setSystemTime(new Date());
  await submitSignIn(operator, admin);
  await expect(operator).toHaveURL("/settings");
});

test("AUTH-7 navigation with an expired token redirects to sign-in", async ({ operator }) => {
  await operator.clock.install({ time: new Date(Date.now() + 31 * minuteMs) });
  await operator.goto("/settings");
  await expect(operator.getByText(expired)).toBeVisible();
});

test("AUTH-7 a token that the server didn't sign is rejected at the first call", async ({ page }) => {
  const claims = { name: "admin", exp: Math.floor(Date.now() / 1000) + 3600 };
  await setSession(page, `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`);
  await page.goto("/settings");
  await expect(page.getByText(expired)).toBeVisible();
});

test("AUTH-7 the token is renewed while the console is open", async ({ operator }) => {
  await operator.clock.install();
  await operator.goto("/settings");
  await expect(heading(operator, "Settings")).toBeVisible();
  const renewed = operator.waitForResponse("**/api/auth/renew");
  await operator.clock.fastForward(20 * minuteMs);
  expect((await renewed).status()).toBe(200);
});

test("AUTH-7 what was typed is there again after the same person has signed in, but no secret", async ({
  site,
  operator,
}) => {
  test.slow();
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await addPerson(site, "ravi", { role: "administrator" });
  const end = async () => {
    await callApi(site.address, await storedToken(operator), "POST /auth/logout", {});
    await expect(operator.getByText(expired)).toBeVisible();
  };
  const form = dialog(operator, "Add gate");
  await test.step("a dialog", async () => {
    await operator.goto("/access-control/gates-and-actuators?open=gates.new");
    await field(form, "Name").fill("North");
    await control(form, "Type").selectOption("Entry");
    await end();
    await submitSignIn(operator, admin);
    await expect(field(form, "Name")).toHaveValue("North");
    await expect(control(form, "Type").locator("option:checked")).toHaveText("Entry");
  });
  await test.step("not for another person", async () => {
    await end();
    await submitSignIn(operator, { username: "ravi", password: chosenPassword });
    await expect(field(form, "Name")).toHaveValue("");
    await operator.keyboard.press("Escape");
  });
  await test.step("settings, without their password", async () => {
    await operator.goto("/settings/notifications");
    await field(operator, "Server").fill("mail.example.com");
    await control(operator, "Password").fill("swordfish");
    await end();
    expect(await operator.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("swordfish");
    await submitSignIn(operator, { username: "ravi", password: chosenPassword });
    await expect(field(operator, "Server")).toHaveValue("mail.example.com");
    await expect(control(operator, "Password")).toHaveValue("");
  });
  await test.step("not after signing out", async () => {
    await chooseAccountEntry(operator, "Log out");
    await submitSignIn(operator, { username: "ravi", password: chosenPassword });
    await expect(operator.getByRole("button", { name: "Account menu of ravi" })).toBeVisible();
    await operator.goto("/settings/notifications");
    await expect(field(operator, "Server")).toHaveValue("");
  });
});
