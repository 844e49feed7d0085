import { field, heading, submitSignIn } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { httpError } from "./fake-site.ts";

const admin = { username: "admin", password: "the password" };
const expired = "Token Expired, Please login again";

test("AUTH-1 username and password are required", async ({ page }) => {
  let calls = 0;
  await page.route("**/api/auth/login", (route) => {
    calls += 1;
    return route.abort();
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

test("AUTH-1 a failed sign-in shows the server's message or Login Failed, and Enter retries", async ({
  site,
  page,
}) => {
  site.respond("POST /auth/login", ({ body }) => {
    if (body.password !== admin.password) throw httpError("auth/wrong-credentials");
    return { token: site.signIn(), passwordChanged: true };
  });
  await page.goto("/");
  await submitSignIn(page, { ...admin, password: "not the password" });
  await expect(page.getByRole("alert")).toHaveText("Wrong username or password");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "" }), { times: 1 });
  await submitSignIn(page, admin);
  await expect(page.getByRole("alert")).toHaveText("Login Failed");
  await field(page, "Password").press("Enter");
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
