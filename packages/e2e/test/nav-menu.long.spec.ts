import { waitForLiveUpdates } from "../src/live-updates.ts";
import { menu } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.describe("NAV-5 the menu follows the modules", () => {
  test("NAV-5 a saved switch changes the menu without a reload, also for a colleague", async ({
    operator,
    colleague,
  }) => {
    await colleague.goto("/configurations");
    await waitForLiveUpdates(colleague);
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).click();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeHidden();
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeVisible();
    await expect(menu(colleague).getByRole("link", { name: "Reporting" })).toBeVisible();
  });
});
