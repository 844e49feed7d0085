import { heading } from "@gatehouse/e2e/page-parts";
import { replaceToken, storedToken } from "@gatehouse/e2e/session";
import { expect, test } from "./console-test.ts";

const expired = "Token Expired, Please login again";

test("AUTH-7 a 401 response to any call ends the session with the notice", async ({ operator }) => {
  await operator.goto("/settings");
  await operator.getByRole("switch", { name: "Reporting" }).click();
  const answer = { code: "auth/session-ended", message: "Your session has ended" };
  // The page may load the modules again when it is connected: only the save is refused.
  await operator.route("**/api/configs/module-activation-status", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 401, json: answer }) : route.continue(),
  );
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText(expired)).toBeVisible();
  expect(await storedToken(operator)).toBeNull();
});

test("AUTH-7 an invalid token is not a session", async ({ page }) => {
  await page.goto("/");
  for (const invalid of ["invalid", "a.b.c", "", `${btoa("{}")}.${btoa("{}")}.x`]) {
    await test.step(`"${invalid}"`, async () => {
      await replaceToken(page, invalid);
      await page.goto("/settings");
      await expect(heading(page, "Sign in")).toBeVisible();
    });
  }
});
