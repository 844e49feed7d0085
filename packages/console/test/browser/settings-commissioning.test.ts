import { answerConfirmation, banner, card, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

test("MOD-2 commissioning without a device says that none was found", async ({ site, operator }) => {
  site.answerWith("POST /pzapp/commission", {
    ...{ version: 1, checksum: "0".repeat(64), at: "2026-11-01T08:00:00.000Z", by: "admin", fetchedAt: null },
    counts: { sensors: 0, boomBarriers: 0, buzzers: 0, displays: 0, slotControllers: 0 },
    refused: [],
  });
  await operator.goto("/settings");
  await card(operator, "PZApp Commissioning").getByRole("button", { name: "Commission devices" }).click();
  await expect(banner(operator, "No devices found to commission")).toBeVisible();
  await expect(banner(operator, "Devices commissioned")).toHaveCount(0);
});

test.describe("INT-4 keys of other systems", () => {
  test("INT-4 Escape asks for confirmation before it discards a new key", async ({ operator }) => {
    await operator.goto("/settings?open=integration_keys.new");
    const form = dialog(operator, "Create key");
    await control(form, "Name").fill("Cloud");
    await operator.keyboard.press("Escape");
    await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "No");
    await expect(control(form, "Name")).toHaveValue("Cloud");
  });
});
