import { blockLiveUpdates } from "@gatehouse/e2e/live-updates";
import { answerConfirmation, banner, control, dialog, fillIn, openDialog } from "@gatehouse/e2e/page-parts";
import { addConstant, addDynamic, drawer, findVariable, variablePages, variableRow } from "@gatehouse/e2e/variables";
import { expect, test } from "./console-test.ts";
import { type FakeSite, httpError } from "./fake-site.ts";
import { addBase, answerVariables } from "./fake-variables.ts";

const epld = variablePages.epld;
const rfid = variablePages["rfid-ac"];

const resetQuestion = "Are you sure you want to reset the variable values?";

test.beforeEach(({ site }) => {
  answerVariables(site);
  return site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR");
});

/** The dashboard mapping is a part of the variable. */
const answerMappings = (site: FakeSite) =>
  site.respond(
    "POST /variables/{id}/dashboard-mapping",
    ({ params, body }) => Object.assign(site.find("/variables", params.id), body) as never,
  );

test("VAR-3 VAR-9 a constant is added, edited and deleted, with the specified messages", async ({ site, operator }) => {
  await operator.goto(epld);
  const form = await openDialog(operator, "Add new constant variable");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Name")).toHaveAccessibleDescription("missing variable name");
  await expect(control(form, "Value")).toHaveAccessibleDescription("Required");
  await fillIn(form, { Name: "Capacity", Value: "many" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Value")).toHaveAccessibleDescription("Must be a number");
  await fillIn(form, { Value: "120" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(banner(operator, "Variable created succesfully")).toBeVisible();
  await expect(variableRow(operator, "Capacity").getByRole("cell")).toContainText(["1", "Capacity", "120"]);
  await operator.getByRole("button", { name: "Edit Capacity" }).click();
  const edited = dialog(operator, "Edit constant variable");
  await fillIn(edited, { Value: "100.5" });
  await edited.getByRole("switch", { name: "Publish to cloud" }).press("Space");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Variable updated successfully")).toBeVisible();
  await expect(variableRow(operator, "Capacity")).toContainText("100.5");
  await expect(operator.getByRole("img", { name: "Published to cloud, not delivered yet" })).toBeVisible();
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Capacity", "No");
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Capacity", "Yes");
  await expect(banner(operator, "Variable deleted succesfully")).toBeVisible();
  await expect(operator.getByText("No constants yet.")).toBeVisible();
  expect(await site.call("GET /variables", { query: { scope: "epld" } })).toEqual([]);
});

test("VAR-9 failures show the specified messages and can be retried", async ({ site, operator }) => {
  const capacity = await addConstant(site, "epld", "Capacity", 100);
  await blockLiveUpdates(operator);
  await operator.route("**/api/variables?scope=epld", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.goto(epld);
  await expect(operator.getByRole("alert")).toContainText("Failed to fetch variables");
  await operator.unroute("**/api/variables?scope=epld");
  await operator.getByRole("button", { name: "Try again" }).click();
  await expect(variableRow(operator, "Capacity")).toBeVisible();
  await operator.route("**/api/variables", (route) => route.abort());
  await operator.route("**/api/variables/**", (route) => route.abort());
  const form = await openDialog(operator, "Add new constant variable");
  await fillIn(form, { Name: "Reserved", Value: "4" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to create constant");
  await form.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  await operator.getByRole("button", { name: `Delete ${capacity.name}` }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Capacity", "Yes");
  await expect(banner(operator, "Error while deleting variable")).toBeVisible();
  await operator.getByRole("button", { name: "Publish Variables to Cloud" }).click();
  await expect(banner(operator, "Failed to publish variables")).toBeVisible();
  await operator.getByRole("button", { name: "Reset variables" }).click();
  await answerConfirmation(operator, resetQuestion, "Yes");
  await expect(banner(operator, "Failed to reset variables")).toBeVisible();
  await operator.route("**/api/variables/dependency/**", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.getByRole("button", { name: "100: what is behind Capacity" }).click();
  await expect(drawer(operator).getByRole("alert")).toContainText("Could not get dependent variables");
});

test("VAR-7 a variable is mapped to the dashboard, changed and unmapped", async ({ site, operator }) => {
  await addConstant(site, "rfid-ac", "Capacity", 100);
  await addDynamic(site, "rfid-ac", "Free", [await findVariable(site, "rfid-ac", "Capacity")]);
  answerMappings(site);
  site.respond(
    "POST /variables/{id}/remove-dashboard-mapping",
    ({ params }) => Object.assign(site.find("/variables", params.id), { displayName: null, maxValue: null }) as never,
  );
  await operator.goto(rfid);
  await expect(operator.getByRole("button", { name: "Map Capacity to dashboard" })).toHaveCount(0);
  await operator.getByRole("button", { name: "Map Free to dashboard" }).click();
  const form = dialog(operator, "Map to dashboard");
  await fillIn(form, { "Display name": "", "Maximum value": "0" });
  await form.getByRole("button", { name: "Map", exact: true }).click();
  await expect(control(form, "Display name")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Maximum value")).toHaveAccessibleDescription("Must be positive");
  await fillIn(form, { "Display name": "Free places", "Maximum value": "100" });
  await operator.route("**/dashboard-mapping", (route) => route.abort());
  await form.getByRole("button", { name: "Map", exact: true }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to map variable to Dashboard.");
  await operator.unroute("**/dashboard-mapping");
  await form.getByRole("button", { name: "Map", exact: true }).click();
  await expect(banner(operator, "Variable mapped to Dashboard")).toBeVisible();
  await operator.getByRole("button", { name: "Change dashboard mapping of Free" }).click();
  const change = dialog(operator, "Change dashboard mapping");
  await expect(control(change, "Display name")).toHaveValue("Free places");
  await operator.route("**/remove-dashboard-mapping", (route) => route.abort());
  await change.getByRole("button", { name: "Remove mapping" }).click();
  await expect(change.getByRole("alert")).toHaveText("Failed to remove mapping.");
  await operator.unroute("**/remove-dashboard-mapping");
  await change.getByRole("button", { name: "Remove mapping" }).click();
  await expect(banner(operator, "Mapping removed.")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Map Free to dashboard" })).toBeVisible();
});

test("VAR-7 a mapping that a colleague changed meanwhile is not overwritten unnoticed", async ({ site, operator }) => {
  answerMappings(site);
  const entries = addBase(site, "rfid-ac", "Gate reader Entry");
  const { id } = await addDynamic(site, "rfid-ac", "Inside", [entries]);
  const mapAs = (displayName: string) =>
    site.call("POST /variables/{id}/dashboard-mapping", { params: { id }, body: { displayName, maxValue: 50 } });
  await mapAs("First");
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "Change dashboard mapping of Inside" }).click();
  const form = dialog(operator, "Change dashboard mapping");
  await fillIn(form, { "Display name": "Mine" });
  const current = await mapAs("Theirs");
  site.respond("POST /variables/{id}/dashboard-mapping", () => {
    throw httpError("record/changed", { current });
  });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("Changed in another tab or by someone else");
  await expect(form.getByRole("row", { name: "Display name Theirs Mine" })).toBeVisible();
  answerMappings(site);
  await form.getByRole("button", { name: "Overwrite" }).click();
  await expect(banner(operator, "Variable mapped to Dashboard")).toBeVisible();
  expect(await findVariable(site, "rfid-ac", "Inside")).toMatchObject({ displayName: "Mine" });
});

test("VAR-5 a variable is deleted with its scope, from the list and from its form", async ({ site, operator }) => {
  await addConstant(site, "epld", "First", 1);
  await addConstant(site, "epld", "Second", 2);
  await operator.goto(epld);
  const scopes: unknown[] = [];
  site.respond("DELETE /variables/{id}", ({ params, query }) => {
    scopes.push(query.scope);
    site.rows("/variables").splice(site.rows("/variables").indexOf(site.find("/variables", params.id)), 1);
    return undefined;
  });
  await operator.getByRole("button", { name: "Delete First" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: First", "Yes");
  await expect(variableRow(operator, "First")).toBeHidden();
  await operator.getByRole("button", { name: "Edit Second" }).click();
  await dialog(operator, "Edit constant variable").getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Second", "Yes");
  await expect(variableRow(operator, "Second")).toBeHidden();
  expect(scopes).toEqual(["epld", "epld"]);
});
