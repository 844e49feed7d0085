import { demoProgressPath } from "@gatehouse/contract/runtime-config";
import { expectAccessible } from "../src/axe.ts";
import { field, heading, submitSignIn } from "../src/page-parts.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const expired = "Token Expired, Please login again";

test("AUTH-1 NAV-6 the correct username and password lead to /configurations", async ({ page }) => {
  await page.goto("/");
  const sent = page.waitForRequest("**/api/auth/login");
  await submitSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
  await expect(heading(page, "Global Configurations")).toBeVisible();
  expect((await sent).headers()["app-id"]).toBe("gatehouse-console");
});

test("AUTH-1 username and password are required", async ({ page }) => {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/login")) calls += 1;
  });
  await page.goto("/");
  for (const empty of ["Username", "Password"]) {
    await test.step(`${empty} is missing`, async () => {
      await field(page, "Username").fill("admin");
      await field(page, "Password").fill("whatever it is");
      await field(page, empty).fill("");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(field(page, empty)).toHaveJSProperty("validity.valueMissing", true);
    });
  }
  expect(calls).toBe(0);
});

test("AUTH-1 a failed sign-in shows the server's message or Login Failed, and Enter retries", async ({ page }) => {
  await page.goto("/");
  await submitSignIn(page, { ...admin, password: "not the password" });
  await expect(page.getByRole("alert")).toHaveText("Wrong username or password");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "" }), { times: 1 });
  await submitSignIn(page, admin);
  await expect(page.getByRole("alert")).toHaveText("Login Failed");
  await field(page, "Password").press("Enter");
  await expect(page).toHaveURL("/configurations");
});

test("AUTH-9 after too many failures the page shows the wait and keeps the input", async ({ page }) => {
  await page.goto("/");
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answered = page.waitForResponse("**/api/auth/login");
    await submitSignIn(page, { ...admin, password: "not the password" });
    await answered;
  }
  await expect(page.getByRole("alert")).toHaveText(/^Too many failed attempts\. Try again in [1-5] s\.$/);
  await expect(field(page, "Username")).toHaveValue(admin.username);
  await expect(field(page, "Password")).toHaveValue("not the password");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("AUTH-1 an unknown app id is refused", async ({ page }) => {
  await page.route("**/config.json", (route) => route.fulfill({ json: { apiBaseUrl: "/api", appId: "unknown-app" } }));
  await page.goto("/");
  await submitSignIn(page, admin);
  await expect(page.getByRole("alert")).toHaveText("Unknown application");
});

test("DEMO-3 a demo offers its accounts at one click, and a real site offers none", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page, "Sign in")).toBeVisible();
  const accounts = page.getByRole("group", { name: "Sign in to the demo as" });
  await expect(accounts).toHaveCount(0);
  const pins = { Administrator: {}, Manager: { pin: "274826" }, Guard: { pin: "481516" } };
  const offered = Object.entries(pins).map(([title, pin]) => ({ ...admin, title, ...pin }));
  const demo = { ...admin, accounts: offered };
  await page.route("**/config.json", (route) =>
    route.fulfill({ json: { apiBaseUrl: "/api", appId: "gatehouse-console", version: "1", demo } }),
  );
  await page.route(`**${demoProgressPath}`, (route) => route.fulfill({ json: { state: "done", text: "", share: 1 } }));
  await page.reload();
  await expect(accounts.getByRole("button")).toHaveText(["Administrator", "Manager", "Guard"]);
  await expect(accounts).toContainText("PINs to switch person at a shared screen: Manager 274826, Guard 481516");
  await expectAccessible(page);
  await accounts.getByRole("button", { name: "Guard" }).click();
  await expect(page).toHaveURL("/configurations");
});

test("AUTH-2 / redirects a signed-in person to the home page", async ({ operator }) => {
  await operator.goto("/");
  await expect(operator).toHaveURL("/configurations");
});

test("AUTH-3 the expiry notice is shown after a redirect, but not on a direct visit", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect(page.getByText(expired)).toBeHidden();
  await page.goto("/settings");
  await expect(page.getByText(expired, { exact: true })).toBeVisible();
});
