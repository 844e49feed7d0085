import { answerConfirmation, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

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
