import { readFile } from "node:fs/promises";
import { identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { addIdentifier, identifierRow, identifiersPage, plateButton, plateField } from "../src/identifiers.ts";
import { blockLiveUpdates, waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, control, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test.describe("ID-5 deleting, failures and the live table", () => {
  test("ID-2 ID-5 the delete confirmation names the identifier, and failures show the specified messages", async ({
    site,
    operator,
  }) => {
    await addIdentifier(site, "MH 12 AB 1234", { ownerName: "Asha Rao" });
    await operator.goto(identifiersPage);
    const question = "Are you sure you want to delete: MH 12 AB 1234 (Asha Rao)";
    const remove = operator.getByRole("button", { name: "Delete MH 12 AB 1234" });
    await remove.click();
    await answerConfirmation(operator, question, "No");
    await expect(identifierRow(operator, "MH12AB1234")).toBeVisible();
    await operator.route("**/api/ac/ids/*", (route) => route.fulfill({ status: 500, body: "" }));
    await remove.click();
    await answerConfirmation(operator, question, "Yes");
    await expect(banner(operator, "Failed to delete LP")).toBeVisible();
    await operator.getByRole("button", { name: "Edit MH 12 AB 1234" }).click();
    await dialog(operator, "Edit Identifier").getByRole("button", { name: "Save" }).click();
    await expect(operator.getByText("Failed to update identifier")).toBeVisible();
    await operator.keyboard.press("Escape");
    await operator.unroute("**/api/ac/ids/*");
    await remove.click();
    await answerConfirmation(operator, question, "Yes");
    await expect(banner(operator, "Identifier deleted")).toBeVisible();
    await expect(operator.getByText(identifierOriginTexts.ADMIN.empty)).toBeVisible();

    await operator.route("**/api/ac/ids?scope=ADMIN", (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("table").getByRole("button", { name: "Add Identifier" }).click();
    const form = dialog(operator, "Add Identifier");
    await plateField(form).fill("MH 1");
    await control(form, "Vehicle type").selectOption("Car");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByText("Failed to add Identifier")).toBeVisible();
  });

  test("ID-5 a failure to load the list is shown and can be retried", async ({ site, operator }) => {
    await addIdentifier(site, "MH 12 AB 1234");
    await blockLiveUpdates(operator);
    await operator.route("**/api/ac/ids?*", (route) => route.fulfill({ status: 400, json: {} }));
    await operator.goto(identifiersPage);
    await expect(operator.getByRole("alert")).toContainText("Failed to fetch identifiers");
    await operator.unroute("**/api/ac/ids?*");
    await operator.getByRole("button", { name: "Try again" }).click();
    await expect(identifierRow(operator, "MH12AB1234")).toBeVisible();
  });

  test("ID-1 identifiers of others appear live, but wait while the pointer is on the table", async ({
    site,
    operator,
  }) => {
    await operator.goto(identifiersPage);
    await waitForLiveUpdates(operator);
    await addIdentifier(site, "FIRST 1");
    await expect(identifierRow(operator, "FIRST1")).toBeVisible();
    await identifierRow(operator, "FIRST1").hover();
    await addIdentifier(site, "SECOND 1");
    await expect(operator.getByRole("button", { name: "1 new" })).toBeVisible();
    await expect(identifierRow(operator, "SECOND1")).toBeHidden();
    // A search loads another list, which doesn't wait.
    await operator.keyboard.press("/");
    await operator.keyboard.type("second");
    await expect(identifierRow(operator, "SECOND1")).toBeVisible();
    await expect(operator.getByRole("button", { name: "1 new" })).toBeHidden();
  });

  test.describe("with a clipboard", () => {
    test.use({ permissions: ["clipboard-read", "clipboard-write"] });

    test("ID-6 a plate is copied normalized, and its tooltip shows the original", async ({ site, operator }) => {
      await addIdentifier(site, "mh-12 ab-1234");
      await operator.goto(identifiersPage);
      const plate = plateButton(operator, "MH12AB1234");
      await expect(plate).toHaveAttribute("title", /mh-12 ab-1234/);
      await plate.click();
      await expect(banner(operator, "Copied")).toBeVisible();
      expect(await operator.evaluate(() => navigator.clipboard.readText())).toBe("MH12AB1234");
    });
  });

  test("ID-5 an export contains the filtered identifiers", async ({ site, operator }) => {
    await addIdentifier(site, "MH 12 AB 1234", { ownerName: "=1+1" });
    await addIdentifier(site, "KA 05 MN 0042");
    await operator.goto(`${identifiersPage}?q=mh12`);
    await expect(operator.getByText("1 identifier", { exact: true })).toBeVisible();
    const saved = operator.waitForEvent("download");
    await operator.getByRole("button", { name: "Export CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^identifiers-admin-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain("MH 12 AB 1234");
    expect(text).toContain("'=1+1");
    expect(text).not.toContain("KA 05 MN 0042");
    await operator.route("**/api/ac/ids/export?*", (route) => route.fulfill({ status: 500, body: "" }));
    await operator.getByRole("button", { name: "Export CSV" }).click();
    await expect(banner(operator, "Failed to export identifiers")).toBeVisible();
  });
});
