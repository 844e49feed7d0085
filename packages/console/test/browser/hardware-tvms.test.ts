import { answerConfirmation, banner, card, control, fillIn, openDialog, openRecord } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const page = "/access-control/anpr-settings";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("TVM-1 a ticket vending machine is added, changed and deleted", async ({ operator }) => {
  await operator.goto(page);
  const machines = card(operator, "Ticket Vending Machines");
  await expect(machines).toContainText("No ticket vending machines yet");
  const form = await openDialog(operator, "Add TVM");
  await fillIn(form, { Name: "North", Code: "BLR-N-01" });
  await control(form, "Code").press("Enter");
  await expect(form).toBeHidden();
  const edited = await openRecord(operator, /North.*BLR-N-01/, "Edit TVM");
  await control(edited, "Code").fill("BLR-N-02");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  await machines.getByRole("button", { name: /North.*BLR-N-02/ }).click();
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North", "Yes");
  await expect(banner(operator, "TVM deleted successfully")).toBeVisible();
});

test("TVM-1 name and code are required", async ({ operator }) => {
  await operator.goto(page);
  const form = await openDialog(operator, "Add TVM");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Name")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Code")).toHaveAccessibleDescription(/Required/);
  await expect(control(form, "Name")).toBeFocused();
});

test("TVM-1 failures show the machine's messages", async ({ site, operator }) => {
  const { id } = await site.call("POST /ac/tvms", { body: { name: "North", code: "N1" } });
  await operator.goto(page);
  await expect(operator.getByRole("button", { name: /North/ })).toBeVisible();
  await operator.route("**/api/ac/tvms", (route) => route.abort());
  await operator.route(`**/api/ac/tvms/${id}`, (route) => route.abort());
  const added = await openDialog(operator, "Add TVM");
  await fillIn(added, { Name: "South", Code: "S1" });
  await added.getByRole("button", { name: "Add" }).click();
  await expect(added.getByRole("alert")).toHaveText("Failed to add TVM");
  await added.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  const edited = await openRecord(operator, /North/, "Edit TVM");
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North", "Yes");
  await expect(edited.getByRole("alert")).toHaveText("Failed to delete TVM");
});
