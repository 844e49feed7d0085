import { chooseAccount, dialog, field, fillNewPassword, fillSignIn, heading } from "../src/screen.ts";
import { startServer } from "../src/server-process.ts";
import { giveSession, heldToken } from "../src/session.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const newcomer = { username: "newcomer", password: "printed-once-only" };
const ownPassword = "a password of my own";
const printedPassword = /one-time password: (\S+)\n/;
const minuteMs = 60_000;

test.describe("AUTH-1 sign-in", () => {
  test("AUTH-1 the right username and password lead in", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, admin);
    await expect(heading(page, "Global Configurations")).toBeVisible();
  });

  test("AUTH-1 Enter in the password field signs in", async ({ page }) => {
    await page.goto("/");
    await field(page, "Username").fill(admin.username);
    await field(page, "Password").fill(admin.password);
    await field(page, "Password").press("Enter");
    await expect(page).toHaveURL("/configurations");
  });

  for (const empty of ["Username", "Password"]) {
    test(`AUTH-1 ${empty} is required`, async ({ page }) => {
      let calls = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/auth/login")) calls += 1;
      });
      await page.goto("/");
      await field(page, "Username").fill("admin");
      await field(page, "Password").fill("whatever it is");
      await field(page, empty).fill("");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(field(page, empty)).toHaveJSProperty("validity.valueMissing", true);
      expect(calls).toBe(0);
    });
  }

  test("AUTH-1 a wrong password shows the server's message", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, { ...admin, password: "not the password" });
    await expect(page.getByRole("alert")).toHaveText("Wrong username or password");
  });

  test("AUTH-1 after a wrong password the right one leads in", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, { ...admin, password: "not the password" });
    await expect(page.getByRole("alert")).toBeVisible();
    await fillSignIn(page, admin);
    await expect(page).toHaveURL("/configurations");
  });

  test("AUTH-1 a refusal without a message shows Login Failed", async ({ page }) => {
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "" }));
    await page.goto("/");
    await fillSignIn(page, admin);
    await expect(page.getByRole("alert")).toHaveText("Login Failed");
  });

  test("AUTH-1 the call carries the app id of the runtime configuration", async ({ page }) => {
    await page.goto("/");
    const sent = page.waitForRequest("**/api/auth/login");
    await fillSignIn(page, admin);
    expect((await sent).headers()["app-id"]).toBe("gatehouse-console");
  });

  test("AUTH-1 an app id that the server does not know is refused", async ({ page }) => {
    await page.route("**/config.json", (route) => route.fulfill({ json: { apiBaseUrl: "/api", appId: "stranger" } }));
    await page.goto("/");
    await fillSignIn(page, admin);
    await expect(page.getByRole("alert")).toHaveText("This application is not known to the server");
  });
});

test("AUTH-2 a signed-in person opening / goes to the home", async ({ operator }) => {
  await operator.goto("/");
  await expect(operator).toHaveURL("/configurations");
});

test.describe("AUTH-3 the notice of an expired token", () => {
  test("AUTH-3 shows when the redirect carries the flag", async ({ page }) => {
    await page.goto("/settings");
    await expect(page.getByText("Token Expired, Please login again", { exact: true })).toBeVisible();
  });

  test("AUTH-3 does not show on a plain visit", async ({ page }) => {
    await page.goto("/");
    await expect(heading(page, "Sign in")).toBeVisible();
    await expect(page.getByText("Token Expired, Please login again")).toBeHidden();
  });
});

test.describe("AUTH-4 the forced password change", () => {
  test.beforeEach(async ({ site }) => site.seed.person({ ...newcomer, passwordChanged: false }));

  test("AUTH-4 sign-in with a one-time password leads to the reset page", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, newcomer);
    await expect(page).toHaveURL("/reset-password");
  });

  test("AUTH-4 the reset page comes before the remembered way", async ({ page }) => {
    await page.goto("/settings");
    await fillSignIn(page, newcomer);
    await expect(page).toHaveURL("/reset-password");
  });

  for (const path of ["/", "/configurations", "/settings", "/no-such-page"]) {
    test(`AUTH-4 typing ${path} does not get around the change`, async ({ page }) => {
      await page.goto("/");
      await fillSignIn(page, newcomer);
      await expect(page).toHaveURL("/reset-password");
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
      await expect(page).toHaveURL("/reset-password");
    });
  }

  test("AUTH-4 the server refuses every other call until then", async ({ page, request }) => {
    await page.goto("/");
    await fillSignIn(page, newcomer);
    await expect(page).toHaveURL("/reset-password");
    const headers = { authorization: `Bearer ${await heldToken(page)}` };
    const answer = await request.get("/api/configs/global", { headers });
    expect(answer.status()).toBe(403);
  });

  test("AUTH-4 a password of one's own leads to the home", async ({ site, page }) => {
    await site.seed.person({ username: "settled", password: ownPassword, passwordChanged: true });
    await page.goto("/");
    await fillSignIn(page, { username: "settled", password: ownPassword });
    await expect(page).toHaveURL("/configurations");
  });
});

test.describe("AUTH-5 the reset page", () => {
  test.beforeEach(async ({ site, page }) => {
    await site.seed.person({ ...newcomer, passwordChanged: false });
    await giveSession(page, await site.signIn(newcomer));
    await page.goto("/reset-password");
  });

  test("AUTH-5 a new password leads to the home", async ({ page }) => {
    await fillNewPassword(page, ownPassword);
    await expect(page).toHaveURL("/configurations");
    await expect(heading(page, "Global Configurations")).toBeVisible();
  });

  test("AUTH-5 the new password is the one that signs in from then on", async ({ site, page }) => {
    await fillNewPassword(page, ownPassword);
    await expect(page).toHaveURL("/configurations");
    await expect(site.signIn({ ...newcomer, password: ownPassword })).resolves.toBeTruthy();
  });

  test("AUTH-5 the one-time password is over", async ({ site, page }) => {
    await fillNewPassword(page, ownPassword);
    await expect(page).toHaveURL("/configurations");
    await expect(site.signIn(newcomer)).rejects.toThrow("401");
  });

  test("AUTH-5 two different passwords say Password doesn't match", async ({ page }) => {
    await fillNewPassword(page, ownPassword, "another password");
    await expect(page.getByText("Password doesn't match", { exact: true })).toBeVisible();
  });

  test("AUTH-5 the mismatch takes the focus to its field", async ({ page }) => {
    await fillNewPassword(page, ownPassword, "another password");
    await expect(field(page, "Confirm password")).toBeFocused();
  });

  const refused: readonly [password: string, why: string][] = [
    ["", "Required"],
    ["short", "Use at least 10 characters"],
    ["password123", "This password is too common, please choose another"],
  ];
  for (const [password, why] of refused) {
    test(`AUTH-5 "${password}" is refused with "${why}"`, async ({ page }) => {
      await fillNewPassword(page, password);
      await expect(page.getByText(why, { exact: true }).first()).toBeVisible();
      await expect(page).toHaveURL("/reset-password");
    });
  }

  test("AUTH-5 AUTH-6 a refusal without a message says Password Reset Failed", async ({ page }) => {
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, body: "" }));
    await fillNewPassword(page, ownPassword);
    await expect(page.getByRole("alert")).toHaveText("Password Reset Failed");
  });
});

test.describe("AUTH-6 the account menu", () => {
  const person = { username: "person", password: "the password before" };
  test.beforeEach(async ({ site, page }) => {
    await site.seed.person({ ...person, passwordChanged: true });
    await giveSession(page, await site.signIn(person));
    await page.goto("/configurations");
  });

  test("AUTH-6 Reset Password opens a dialog with both fields", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await expect(dialog(page, "Reset Password").getByRole("textbox")).toHaveCount(2);
  });

  test("AUTH-6 the dialog's first field has the focus", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await expect(field(page, "Password")).toBeFocused();
  });

  test("AUTH-6 two different passwords say Passwords don't match!", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword, "another password");
    await expect(dialog(page, "Reset Password").getByText("Passwords don't match!", { exact: true })).toBeVisible();
  });

  test("AUTH-6 both fields are required", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, "");
    await expect(dialog(page, "Reset Password").getByText("Required", { exact: true })).toHaveCount(2);
  });

  test("AUTH-6 success says Password updated successfully. and closes the dialog", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword);
    await expect(page.getByRole("status").filter({ hasText: "Password updated successfully." })).toBeVisible();
    await expect(dialog(page, "Reset Password")).toBeHidden();
  });

  test("AUTH-6 the person stays signed in after the change", async ({ page }) => {
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword);
    await expect(page.getByRole("status").filter({ hasText: "Password updated successfully." })).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByRole("switch").first()).toBeVisible();
  });

  test("AUTH-6 the change ends every other session of that person", async ({ site, page, browser }) => {
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await giveSession(elsewhere, await site.signIn(person));
    await elsewhere.goto("/configurations");
    await expect(elsewhere.getByText("Connected")).toBeVisible();
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword);
    await expect(elsewhere.getByText("Token Expired, Please login again")).toBeVisible({ timeout: 15_000 });
    await context.close();
  });

  test("AUTH-6 a refusal shows the server's message in the dialog", async ({ page }) => {
    const answer = { code: "request/invalid", message: "this password was used before" };
    await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 400, json: answer }));
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword);
    await expect(dialog(page, "Reset Password").getByRole("alert")).toHaveText("This password was used before");
  });

  test("AUTH-6 a refusal without a message says Resetting password failed", async ({ page }) => {
    await page.route("**/api/auth/change-password", (route) => route.fulfill({ status: 500, body: "" }));
    await chooseAccount(page, "Reset Password");
    await fillNewPassword(page, ownPassword);
    await expect(dialog(page, "Reset Password").getByRole("alert")).toHaveText("Resetting password failed");
  });

  test("AUTH-6 Log out returns to / without the notice", async ({ page }) => {
    await chooseAccount(page, "Log out");
    await expect(heading(page, "Sign in")).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Token Expired, Please login again")).toBeHidden();
  });

  test("AUTH-6 Log out ends the session on the server", async ({ page, request }) => {
    const headers = { authorization: `Bearer ${await heldToken(page)}` };
    await chooseAccount(page, "Log out");
    await expect(page).toHaveURL("/");
    expect((await request.get("/api/health", { headers })).status()).toBe(401);
  });

  test("AUTH-6 after Log out the back button shows no page of the console", async ({ page }) => {
    await chooseAccount(page, "Log out");
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(heading(page, "Sign in")).toBeVisible();
  });
});

test.describe("AUTH-7 the session", () => {
  test("AUTH-7 the token is kept in sessionStorage and not in localStorage", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, admin);
    await expect(page).toHaveURL("/configurations");
    const token = await heldToken(page);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  });

  test("AUTH-7 a reload keeps the session", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, admin);
    await expect(page).toHaveURL("/configurations");
    await page.reload();
    await expect(heading(page, "Global Configurations")).toBeVisible();
  });

  test("AUTH-7 a timer ends the session when the token expires", async ({ operator }) => {
    await operator.clock.install();
    await operator.goto("/settings");
    await expect(heading(operator, "Settings")).toBeVisible();
    await operator.clock.fastForward(31 * minuteMs);
    await expect(operator.getByText("Token Expired, Please login again")).toBeVisible();
    await expect(operator).toHaveURL("/?tokenExpired=true&next=%2Fsettings");
  });

  test("AUTH-7 navigation with an expired token leads to sign-in", async ({ operator }) => {
    await operator.clock.install({ time: new Date(Date.now() + 31 * minuteMs) });
    await operator.goto("/settings");
    await expect(operator.getByText("Token Expired, Please login again")).toBeVisible();
  });

  test("AUTH-7 a 401 at any call ends the session with the notice", async ({ operator }) => {
    await operator.goto("/settings");
    await expect(operator.getByText("Connected")).toBeVisible();
    const answer = { code: "auth/session-ended", message: "Your session has ended" };
    await operator.route("**/api/configs/module-activation-status", (route) =>
      route.fulfill({ status: 401, json: answer }),
    );
    await operator.getByRole("switch", { name: "Reporting" }).click();
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(operator.getByText("Token Expired, Please login again")).toBeVisible();
    expect(await heldToken(operator)).toBeNull();
  });

  test("AUTH-7 signing in again leads back to where the session ended", async ({ operator }) => {
    await operator.clock.install();
    await operator.goto("/settings");
    await expect(heading(operator, "Settings")).toBeVisible();
    await operator.clock.fastForward(31 * minuteMs);
    await expect(operator.getByText("Token Expired, Please login again")).toBeVisible();
    await operator.clock.setSystemTime(new Date());
    await fillSignIn(operator, admin);
    await expect(operator).toHaveURL("/settings");
  });

  for (const rubbish of ["rubbish", "a.b.c", "", `${btoa("{}")}.${btoa("{}")}.x`]) {
    test(`AUTH-7 "${rubbish}" in the place of a token is no session`, async ({ page }) => {
      await giveSession(page, rubbish);
      await page.goto("/settings");
      await expect(heading(page, "Sign in")).toBeVisible();
    });
  }

  test("AUTH-7 a token that the server did not sign ends at the first call", async ({ page }) => {
    const claims = { name: "admin", exp: Math.floor(Date.now() / 1000) + 3600 };
    await giveSession(page, `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`);
    await page.goto("/settings");
    await expect(page.getByText("Token Expired, Please login again")).toBeVisible();
  });

  test("AUTH-7 the token is renewed while somebody works", async ({ operator }) => {
    await operator.clock.install();
    await operator.goto("/settings");
    await expect(heading(operator, "Settings")).toBeVisible();
    const renewed = operator.waitForResponse("**/api/auth/renew");
    await operator.clock.fastForward(20 * minuteMs);
    expect((await renewed).status()).toBe(200);
  });
});

test("AUTH-8 the one-time password printed at the first start leads to the reset page and on", async ({ page }) => {
  // A second server starts beside the worker's own.
  test.slow();
  const server = await startServer();
  try {
    await expect.poll(() => server.output()).toMatch(printedPassword);
    const password = printedPassword.exec(server.output())?.[1] ?? "";
    await page.goto(server.address);
    await fillSignIn(page, { username: "admin", password });
    await expect(page).toHaveURL(`${server.address}/reset-password`);
    await fillNewPassword(page, ownPassword);
    await expect(heading(page, "Global Configurations")).toBeVisible();
    // What the page still asks for would find nobody.
    await page.goto("about:blank");
  } finally {
    await server.stop();
  }
});
