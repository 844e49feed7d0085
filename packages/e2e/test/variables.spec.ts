import { addGrid, addLoop, addReader } from "../src/hardware.ts";
import { blockLiveUpdates, waitForLiveUpdates } from "../src/live-updates.ts";
import { answer, banner, card, control, dialog, fillIn, openDialog } from "../src/screen.ts";
import { expect, test } from "../src/test.ts";
import {
  addCameraDevice,
  addConstant,
  addCountingCamera,
  addDynamic,
  addSlotCamera,
  addSlotController,
  correct,
  drawer,
  row,
  table,
  variableNamed,
  variablePages,
} from "../src/variables.ts";

const epld = variablePages.epld;
const rfid = variablePages["rfid-ac"];

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

test("VAR-1 EPLD has a section for each kind of hardware, with its columns and the total of slots", async ({
  site,
  operator,
}) => {
  const sections = operator.getByRole("heading", { level: 2 });
  await operator.goto(epld);
  await waitForLiveUpdates(operator);
  await expect(sections).toHaveText(["Constants", "Dynamic Variables", "Base Variables"]);
  const { id } = await addCameraDevice(site, "epld");
  const north = await addSlotCamera(site, id, "North", 3);
  await addSlotController(site, "Ramp", 2);
  await expect(sections).toHaveText([
    "Constants",
    "Camera Variables",
    "Sensor Variables",
    "Dynamic Variables",
    "Base Variables",
  ]);
  await expect(operator.getByText("Total Slots 5")).toBeVisible();
  const columns = (name: string) => table(operator, name).getByRole("columnheader");
  await expect(columns("Constants")).toHaveText(["#", "Name", "Value", "Actions", "Cloud"]);
  const computed = ["#", "Name", "Equation", "Value", "Total", "Actions", "Cloud"];
  await expect(columns("Camera Variables")).toHaveText(computed.with(3, "Availability"));
  await expect(columns("Sensor Variables")).toHaveText(computed);
  await expect(columns("Dynamic Variables")).toHaveText(computed);
  const first = await variableNamed(site, "epld", "North Slot 1");
  const second = await variableNamed(site, "epld", "North Slot 2");
  await site.call("POST /variables", {
    body: {
      type: "camera",
      scope: "epld",
      name: "North free",
      cameraId: north.id,
      value: [
        { type: "variable", id: first.id },
        { type: "operation", operation: "addition" },
        { type: "variable", id: second.id },
      ],
    },
  });
  await correct(site, first, 0, "A car stands there");
  await expect(row(operator, "North free").getByRole("cell")).toContainText([
    "1",
    "North free",
    "Slot 1+Slot 2",
    "1",
    "2",
  ]);
});

test.describe("VAR-1 the other scopes have neither total nor slots", () => {
  const scopes = [
    ["cc", "Camera Variables", ["Constants", "Camera Variables", "Dynamic Variables", "Base Variables"]],
    ["rfid-ac", "Dynamic Variables", ["Constants", "Dynamic Variables", "Base Variables"]],
    ["loop", "Dynamic Variables", ["Constants", "Dynamic Variables", "Base Variables"]],
  ] as const;
  for (const [scope, last, sections] of scopes) {
    test(`VAR-1 ${scope}: ${sections.join(", ")}`, async ({ site, operator }) => {
      const { id } = await addCameraDevice(site, "cc");
      await addCountingCamera(site, id, "Ramp", "N", "1");
      await addReader(site, "Main reader", "N");
      await addLoop(site, "L1", "Main loop");
      await operator.goto(variablePages[scope]);
      await expect(operator.getByRole("heading", { level: 2 })).toHaveText(sections);
      const columns = ["#", "Name", "Equation", "Value", "Actions", "Cloud"];
      await expect(table(operator, last).getByRole("columnheader")).toHaveText(columns);
      await expect(operator.getByText("Total Slots")).toBeHidden();
      await operator.getByRole("button", { name: "Base Variables" }).click();
      await expect(table(operator, "Base Variables").getByRole("row")).not.toHaveCount(1);
    });
  }
});

test("VAR-3 VAR-9 a constant is added, changed and deleted, in the ledger's words", async ({ site, operator }) => {
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
  await expect(row(operator, "Capacity").getByRole("cell")).toContainText(["1", "Capacity", "120"]);
  await operator.getByRole("button", { name: "Edit Capacity" }).click();
  const edited = dialog(operator, "Edit constant variable");
  await fillIn(edited, { Value: "100.5" });
  await edited.getByRole("switch", { name: "Publish to cloud" }).press("Space");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Variable updated successfully")).toBeVisible();
  await expect(row(operator, "Capacity")).toContainText("100.5");
  await expect(operator.getByRole("img", { name: "Published to cloud, not delivered yet" })).toBeVisible();
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answer(operator, "Are you sure you want to delete: Capacity", "No");
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answer(operator, "Are you sure you want to delete: Capacity", "Yes");
  await expect(banner(operator, "Variable deleted succesfully")).toBeVisible();
  await expect(operator.getByText("No constants yet.")).toBeVisible();
  expect(await site.call("GET /variables", { query: { scope: "epld" } })).toEqual([]);
});

test("VAR-9 what fails is told in the words of its kind, and can be tried again", async ({ site, operator }) => {
  const capacity = await addConstant(site, "epld", "Capacity", 100);
  await blockLiveUpdates(operator);
  await operator.route("**/api/variables?scope=epld", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.goto(epld);
  await expect(operator.getByRole("alert")).toContainText("Failed to fetch variables");
  await operator.unroute("**/api/variables?scope=epld");
  await operator.getByRole("button", { name: "Try again" }).click();
  await expect(row(operator, "Capacity")).toBeVisible();
  await operator.route("**/api/variables", (route) => route.abort());
  await operator.route("**/api/variables/**", (route) => route.abort());
  const form = await openDialog(operator, "Add new constant variable");
  await fillIn(form, { Name: "Reserved", Value: "4" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to create constant");
  await form.getByRole("button", { name: "Close" }).click();
  await answer(operator, "You have unsaved changes. Close anyway?", "Yes");
  await operator.getByRole("button", { name: `Delete ${capacity.name}` }).click();
  await answer(operator, "Are you sure you want to delete: Capacity", "Yes");
  await expect(banner(operator, "Error while deleting variable")).toBeVisible();
  await operator.getByRole("button", { name: "Publish Variables to Cloud" }).click();
  await expect(banner(operator, "Failed to publish variables")).toBeVisible();
  await operator.getByRole("button", { name: "Reset variables" }).click();
  await answer(operator, "Are you sure you want to reset the variable values?", "Yes");
  await expect(banner(operator, "Failed to reset variables")).toBeVisible();
  await operator.route("**/api/variables/dependency/**", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.getByRole("button", { name: "100: what is behind Capacity" }).click();
  await expect(drawer(operator).getByRole("alert")).toContainText("Could not get dependent variables");
});

test("VAR-2 VAR-10 publishing needs an address and marked variables; a row tells that it waits", async ({
  site,
  operator,
}) => {
  const capacity = await addConstant(site, "epld", "Capacity", 100);
  await operator.goto(epld);
  await waitForLiveUpdates(operator);
  const publish = operator.getByRole("button", { name: "Publish Variables to Cloud" });
  await publish.click();
  await expect(banner(operator, "No cloud address")).toBeVisible();
  await site.configure("cloudUrl", "http://127.0.0.1:9/variables");
  await publish.click();
  await expect(banner(operator, "No variables to publish")).toBeVisible();
  await site.call("PUT /variables/{id}", {
    params: { id: capacity.id },
    body: { type: "constant", scope: "epld", name: "Capacity", value: 100, publish: true },
  });
  await expect(operator.getByRole("img", { name: "Published to cloud, not delivered yet" })).toBeVisible();
  await publish.click();
  await expect(banner(operator, "Publishing variables to the cloud")).toContainText("1 variable");
  await expect(operator.getByRole("img", { name: "Published to cloud, waiting for delivery" })).toBeVisible();
  await operator.getByRole("button", { name: "Refresh Variable Values" }).click();
  await expect(banner(operator, "Variable values refreshed")).toBeVisible();
});

test("VAR-2 a reset is asked for, says what it does, and is a correction with a name", async ({ site, operator }) => {
  await addReader(site, "Main", "N");
  await correct(site, await variableNamed(site, "rfid-ac", "Main Entry"), 12, "Counted");
  await addConstant(site, "rfid-ac", "Capacity", 100);
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "Base Variables" }).click();
  await operator.getByRole("button", { name: "Reset variables" }).click();
  await expect(dialog(operator, "Please confirm")).toContainText("Every count goes back to 0.");
  await answer(operator, "Are you sure you want to reset the variable values?", "No");
  await operator.getByRole("button", { name: "Reset variables" }).click();
  await answer(operator, "Are you sure you want to reset the variable values?", "Yes");
  await expect(banner(operator, "Variables reset")).toBeVisible();
  await operator.getByRole("button", { name: "0: what is behind Main Entry" }).click();
  await expect(drawer(operator).getByRole("listitem").first()).toContainText("admin: Reset−12");
  await expect(operator.getByRole("button", { name: "100: what is behind Capacity" })).toBeAttached();
});

test("VAR-6 a variable in use stays, with the way to what uses it", async ({ site, operator }) => {
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity]);
  await addDynamic(site, "rfid-ac", "Twice", [free, ["+", capacity]]);
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answer(operator, "Are you sure you want to delete: Capacity", "Yes");
  const words =
    "The below variables depends on the variable you are trying to delete. Please delete the dependent variables first.";
  const notice = dialog(operator, "Still in use");
  await expect(notice.getByRole("alert")).toContainText(words);
  await expect(notice.getByRole("link")).toHaveText(["Free", "Twice"]);
  await notice.getByRole("link", { name: "Variable Free" }).click();
  await expect(notice).toBeHidden();
  const form = dialog(operator, "Edit dynamic variable");
  await expect(control(form, "Name")).toHaveValue("Free");
  await form.getByRole("button", { name: "Delete" }).click();
  await answer(operator, "Are you sure you want to delete: Free", "Yes");
  await expect(form.getByRole("alert")).toContainText(words);
  await form.getByRole("link", { name: "Variable Twice" }).click();
  await expect(control(form, "Name")).toHaveValue("Twice");
});

test("VAR-6 a camera with dependents stays; its link leads to the variables of its own module", async ({
  site,
  operator,
}) => {
  const device = await addCameraDevice(site, "cc");
  const camera = await addCountingCamera(site, device.id, "Ramp", "N", "1");
  await addDynamic(site, "cc", "In", [await variableNamed(site, "cc", "Ramp 4w Entry")]);
  await operator.goto(`/camera-counting/settings?open=ai_devices.${device.id}.cameras.${camera.id}`);
  const form = dialog(operator, "Edit Camera");
  await form.getByRole("button", { name: "Delete" }).click();
  await answer(operator, "Are you sure you want to delete: Ramp", "Yes");
  await expect(form.getByRole("alert")).toContainText("The below variables depends on the camera you are trying");
  await form.getByRole("link", { name: "Variable In" }).click();
  await expect(operator).toHaveURL(/\/camera-counting\/variables\?open=variables\.\d+$/);
  await expect(control(dialog(operator, "Edit dynamic variable"), "Name")).toHaveValue("In");
});

test("VAR-7 a counted variable is mapped to the dashboard, changed there and taken off", async ({ site, operator }) => {
  await addConstant(site, "rfid-ac", "Capacity", 100);
  await addDynamic(site, "rfid-ac", "Free", [await variableNamed(site, "rfid-ac", "Capacity")]);
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

test("VAR-8 behind a number are the events and corrections that made it, and a count can be corrected", async ({
  site,
  operator,
}) => {
  await addReader(site, "Main", "N");
  const entries = await variableNamed(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await correct(site, entries, 3, "Counted at the gate");
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "97: what is behind Free" }).click();
  const behind = drawer(operator);
  await expect(behind.getByRole("definition")).toHaveText(["100", "0", "−3", "97"]);
  const movements = behind.getByRole("region", { name: "Events and corrections" }).getByRole("listitem");
  await expect(movements).toHaveText(/CorrectionMain Entryadmin: Counted at the gate−3just now/);
  await behind.getByRole("button", { name: "Correct value" }).click();
  const form = behind.getByRole("form", { name: "Correct value" });
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(control(form, "Counted value")).toHaveAccessibleDescription(/Required/);
  await expect(control(form, "Reason")).toHaveAccessibleDescription("Enter a reason");
  await fillIn(form, { "Counted value": "95", Reason: "Two cars without a tag" });
  await expect(control(form, "Counted value")).toHaveAccessibleDescription("Now 97: a correction of −2");
  await operator.keyboard.press("Escape");
  await answer(operator, "You have unsaved changes. Close anyway?", "No");
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(banner(operator, "Value corrected")).toBeVisible();
  await expect(movements.first()).toContainText("admin: Two cars without a tag−2");
  await expect(behind.getByRole("definition")).toHaveText(["100", "0", "−5", "95"]);
});

test("VAR-8 every number can be followed to what it is made of and what it goes into", async ({ site, operator }) => {
  await addReader(site, "Main", "N");
  const entries = await variableNamed(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await addDynamic(site, "rfid-ac", "Shown", [free]);
  const { id } = await addGrid(site, { scope: "rfid-ac" });
  const grid = await site.call("GET /displays/{module}", { params: { module: "rfid-ac" } });
  await site.call("PUT /displays/grid/{id}", {
    params: { id },
    body: {
      uid: "11",
      name: "Entry sign",
      scope: "rfid-ac",
      additionalInfo: { ...(grid[0]?.additionalInfo as object), variables: [{ variableId: free.id, label: "P" }] },
    } as never,
  });
  await operator.goto(`${rfid}?open=values.${free.id}`);
  const behind = drawer(operator);
  const list = (name: string) => behind.getByRole("list", { name });
  await expect(list("Depends on").getByRole("button")).toHaveText(["+Capacity100", "−Main Entry0"]);
  await expect(list("Used by").getByRole("link", { name: "Display Entry sign" })).toHaveAttribute(
    "href",
    `/access-control/rfidos/settings?open=displays.${id}`,
  );
  await list("Used by").getByRole("button", { name: "Shown" }).click();
  await expect(behind.getByRole("heading", { name: "Shown" })).toBeVisible();
  await expect(behind.getByText("No changes yet")).toBeVisible();
  await list("Depends on").getByRole("button", { name: "Free" }).click();
  await list("Depends on").getByRole("button", { name: "Capacity" }).click();
  await expect(behind).toContainText("A constant only changes when it is edited");
  await expect(behind.getByRole("button", { name: "Correct value" })).toHaveCount(0);
  await behind.getByRole("button", { name: "Edit" }).click();
  await expect(control(dialog(operator, "Edit constant variable"), "Value")).toHaveValue("100");
});

test("VAR-8 values follow what happens elsewhere, and a change by someone else is not overwritten unseen", async ({
  site,
  operator,
}) => {
  await addReader(site, "Main", "N");
  const entries = await variableNamed(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await operator.goto(`${rfid}?open=variables.${free.id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await expect(form.getByText("= 100")).toBeVisible();
  await waitForLiveUpdates(operator);
  await correct(site, entries, 7, "Counted");
  await expect(form.getByText("= 93")).toBeVisible();
  await fillIn(form, { Name: "Free places" });
  const body = { type: "dynamic", scope: "rfid-ac", name: "Free now", value: [{ type: "variable", id: capacity.id }] };
  await site.call("PUT /variables/{id}", { params: { id: free.id }, body: body as never });
  await form.getByRole("button", { name: "Save" }).click();
  const notice = form.getByRole("alert");
  await expect(notice.getByRole("row", { name: "Equation" })).toContainText(/Capacity\s*Capacity − Main Entry/);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(control(form, "Name")).toHaveValue("Free now");
  await site.call("DELETE /variables/{id}", { params: { id: free.id }, query: {} });
  await expect(form.getByRole("alert")).toContainText("Someone else deleted this variable");
  await operator.goto(`${rfid}?open=variables.${free.id}`);
  await expect(banner(operator, "This variable no longer exists")).toBeVisible();
});

test("VAR-1 two thousand variables scroll, and a search in the address finds one", async ({ site, operator }) => {
  const { id } = await addCameraDevice(site, "epld");
  const cameras = Array.from({ length: 20 }, (_, index) => `Deck ${index + 1}`);
  await Promise.all(cameras.map((name, index) => addSlotCamera(site, id, name, 100, String(index + 1))));
  await operator.goto(epld);
  await expect(operator.getByText("Total Slots 2,000")).toBeVisible();
  await operator.getByRole("button", { name: "Base Variables" }).click();
  const base = table(operator, "Base Variables");
  await expect(base).toHaveAttribute("aria-rowcount", "2001");
  const last = base.getByRole("row").last();
  await last.scrollIntoViewIfNeeded();
  await operator.keyboard.press("End");
  await expect(last).toHaveAttribute("aria-rowindex", "2001");
  expect(await base.getByRole("row").count()).toBeLessThan(100);
  await operator.getByRole("searchbox", { name: "Search variables" }).fill("deck 7 slot 42");
  await expect(base.getByRole("row")).toHaveCount(2);
  await expect(operator).toHaveURL(/q=deck/);
  await operator.reload();
  await expect(base.getByRole("cell", { name: "Deck 7 Slot 42", exact: true })).toBeVisible();
  await operator.getByRole("searchbox", { name: "Search variables" }).fill("attic");
  await expect(operator.getByText("No variable matches")).toBeVisible();
  await expect(card(operator, "Constants")).toBeHidden();
});
