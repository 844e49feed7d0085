import { addConfig, addInForm, deleteButton, saveButton, storedConfig, valueField } from "../src/configs.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(async ({ site, operator }) => {
  await addConfig(site, "phone", "STRING", "123");
  await operator.goto("/configurations");
  await expect(valueField(operator, "phone")).toBeVisible();
});

test("CFG-4 an update and a confirmed delete show success", async ({ site, operator }) => {
  await valueField(operator, "phone").fill("456");
  await saveButton(operator, "phone").click();
  await expect(banner(operator, "Successfully updated config")).toBeVisible();
  expect(await storedConfig(site, "phone")).toEqual({ dataType: "STRING", value: "456" });
  await deleteButton(operator, "phone").click();
  await expect(operator.getByText("Are you sure you want to delete: phone")).toBeVisible();
  await operator.getByRole("button", { name: "Yes" }).click();
  await expect(banner(operator, "Successfully deleted config")).toBeVisible();
  await expect(valueField(operator, "phone")).toBeHidden();
});

test("CFG-4 a failed update, delete or add shows the failure and keeps the input", async ({ operator }) => {
  await operator.route("**/api/configs/*", (route) => route.fulfill({ status: 500, body: "" }));
  await operator.route("**/api/configs", (route) => route.fulfill({ status: 500, body: "" }));
  await valueField(operator, "phone").fill("456");
  await saveButton(operator, "phone").click();
  await expect(banner(operator, "Failed to update config")).toBeVisible();
  await expect(valueField(operator, "phone")).toHaveValue("456");
  await deleteButton(operator, "phone").click();
  await operator.getByRole("button", { name: "Yes" }).click();
  await expect(banner(operator, "Failed to delete config")).toBeVisible();
  await addInForm(operator, "another", "1");
  await expect(banner(operator, "Failed to save config")).toBeVisible();
});

test("CFG-4 a colleague's save appears in a row that is not being edited", async ({ operator, colleague }) => {
  await waitForLiveUpdates(operator);
  await colleague.goto("/configurations");
  await valueField(colleague, "phone").fill("999");
  await saveButton(colleague, "phone").click();
  await expect(valueField(operator, "phone")).toHaveValue("999");
});

test.describe("CFG-4 two people edit one row", () => {
  test.beforeEach(async ({ operator, colleague }) => {
    await valueField(operator, "phone").fill("mine");
    await colleague.goto("/configurations");
    await valueField(colleague, "phone").fill("theirs");
    await saveButton(colleague, "phone").click();
    await expect(banner(colleague, "Successfully updated config")).toBeVisible();
    await saveButton(operator, "phone").click();
  });

  test("CFG-4 the second save shows what the first one stored, and overwrites only on request", async ({
    site,
    operator,
  }) => {
    const conflict = dialog(operator, "Changed in another tab or by someone else");
    await expect(conflict).toContainText("theirs");
    expect(await storedConfig(site, "phone")).toEqual({ dataType: "STRING", value: "theirs" });
    await operator.keyboard.press("Escape");
    await expect(conflict).toBeHidden();
    await expect(valueField(operator, "phone")).toHaveValue("mine");
    await saveButton(operator, "phone").click();
    await operator.getByRole("button", { name: "Overwrite" }).click();
    await expect(banner(operator, "Successfully updated config")).toBeVisible();
    expect(await storedConfig(site, "phone")).toEqual({ dataType: "STRING", value: "mine" });
  });

  test("CFG-4 Reload takes the stored value", async ({ operator }) => {
    await operator.getByRole("button", { name: "Reload" }).click();
    await expect(valueField(operator, "phone")).toHaveValue("theirs");
  });
});

test("CFG-4 a row that a colleague deleted can't be saved", async ({ operator, colleague }) => {
  await operator.route("**/api/live", (route) => route.abort());
  await operator.reload();
  await valueField(operator, "phone").fill("456");
  await colleague.goto("/configurations");
  await deleteButton(colleague, "phone").click();
  await colleague.getByRole("button", { name: "Yes" }).click();
  await expect(banner(colleague, "Successfully deleted config")).toBeVisible();
  await saveButton(operator, "phone").click();
  await expect(banner(operator, "This record does not exist or was deleted")).toBeVisible();
});

test("CFG-6 a new site name appears in the header immediately, also for a colleague", async ({
  operator,
  colleague,
}) => {
  await colleague.goto("/settings");
  await waitForLiveUpdates(colleague);
  await valueField(operator, "siteName").fill("Harbour Garage");
  await saveButton(operator, "siteName").click();
  await expect(operator.getByRole("banner").getByText("Harbour Garage")).toBeVisible();
  await expect(colleague.getByRole("banner").getByText("Harbour Garage")).toBeVisible();
});
