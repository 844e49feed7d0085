import { addGrid, addReader } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, control, dialog, fillIn } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { addConstant, addDynamic, correctVariable, drawer, findVariable, variablePages } from "../src/variables.ts";

const rfid = variablePages["rfid-ac"];

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

test("VAR-8 a value shows its events and corrections, and can be corrected", async ({ site, operator }) => {
  await addReader(site, "Main", "N");
  const entries = await findVariable(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await correctVariable(site, entries, 3, "Counted at the gate");
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
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "No");
  await operator.goBack();
  await answerConfirmation(operator, "You have unsaved changes. Leave anyway?", "No");
  await form.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(banner(operator, "Value corrected")).toBeVisible();
  await expect(movements.first()).toContainText("admin: Two cars without a tag−2");
  await expect(behind.getByRole("definition")).toHaveText(["100", "0", "−5", "95"]);
  await correctVariable(site, entries, 120, "Counted again");
  await expect(behind.getByText(/^Below zero: vehicles were missed or counted twice/)).toBeVisible();
});

test("VAR-8 a value links to the variables it depends on and to its users", async ({ site, operator }) => {
  await addReader(site, "Main", "N");
  const entries = await findVariable(site, "rfid-ac", "Main Entry");
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

test("VAR-8 values update live, and a change by someone else is not overwritten without notice", async ({
  site,
  operator,
}) => {
  await addReader(site, "Main", "N");
  const entries = await findVariable(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await operator.goto(`${rfid}?open=variables.${free.id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await expect(form.getByText("= 100")).toBeVisible();
  await waitForLiveUpdates(operator);
  await correctVariable(site, entries, 7, "Counted");
  await expect(form.getByText("= 93")).toBeVisible();
  await fillIn(form, { Name: "Free places" });
  const body = { type: "dynamic", scope: "rfid-ac", name: "Free now", value: [{ type: "variable", id: capacity.id }] };
  await site.call("PUT /variables/{id}", { params: { id: free.id }, body: body as never });
  await form.getByRole("button", { name: "Save" }).click();
  const notice = form.getByRole("alert");
  await expect(notice.getByRole("row", { name: "Equation" })).toContainText(/Capacity\s*–/);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(control(form, "Name")).toHaveValue("Free now");
  await site.call("DELETE /variables/{id}", { params: { id: free.id }, query: {} });
  await expect(form.getByRole("alert")).toContainText("Someone else deleted this variable");
  await operator.goto(`${rfid}?open=variables.${free.id}`);
  await expect(banner(operator, "This variable no longer exists")).toBeVisible();
});
