import { demoProgressPath } from "@gatehouse/contract/runtime-config";
import { expectAccessible } from "../src/axe.ts";
import { field, heading, submitSignIn } from "../src/page-parts.ts";
import { admin } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

test("AUTH-1 NAV-6 the correct username and password lead to /configurations", async ({ page }) => {
  await page.goto("/");
  const sent = page.waitForRequest("**/api/auth/login");
  await submitSignIn(page, admin);
  await expect(page).toHaveURL("/configurations");
  await expect(heading(page, "Global Configurations")).toBeVisible();
  expect((await sent).headers()["app-id"]).toBe("gatehouse-console");
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
