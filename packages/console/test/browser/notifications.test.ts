import { card } from "@gatehouse/e2e/page-parts";
import { expect, signInAs, test } from "./console-test.ts";

test("NOTE-1 a guard can't see the settings", async ({ site, page }) => {
  signInAs(page, site, "gina", { role: "guard" });
  await page.goto("/settings/notifications");
  await expect(page.getByText("Not available to you", { exact: true })).toBeVisible();
  await expect(card(page, "Rules")).toBeHidden();
});
