import { identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import { addIdentifier, identifierRow, identifiersPage, plateField } from "@gatehouse/e2e/identifiers";
import { blockLiveUpdates, waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { answerConfirmation, banner, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerIdentifiers } from "./fake-identifiers.ts";

test.beforeEach(({ site }) => {
  answerIdentifiers(site);
  return site.switchOn("ANPR_ACCESS_CONTROL");
});

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

  test("the search opens the import", async ({ operator }) => {
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: /^Search…/ }).click();
    await operator.getByRole("combobox", { name: "Search, or go to a page" }).fill("upload csv");
    await operator.getByRole("option", { name: /Import identifiers/ }).click();
    await expect(dialog(operator, "Import CSV").getByText("Drop a CSV file here or choose one")).toBeVisible();
  });
});
