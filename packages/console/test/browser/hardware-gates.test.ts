import { addBarrier, addGate, addReader } from "@gatehouse/e2e/hardware";
import { blockLiveUpdates } from "@gatehouse/e2e/live-updates";
import {
  answerConfirmation,
  banner,
  card,
  control,
  dialog,
  openDialog,
  openRecord,
  unsavedQuestion,
} from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { type FakeSite, httpError } from "./fake-site.ts";

const page = "/access-control/gates-and-actuators";

test.beforeEach(({ site }) => {
  site.unique("POST /gates", "name", "Another gate has this name");
  site.respond("GET /gates", () => site.rows("/gates").map((gate) => withNames(site, gate)) as never);
  site.respond("DELETE /boom-barriers/{id}", ({ params: { id } }) => {
    const users = (kind: string, field: string) =>
      site.rows(`/${kind}`).flatMap((row) => (row[field] === id ? [{ kind, id: row.id, name: String(row.name) }] : []));
    throw httpError("record/in-use", {
      dependents: [...users("sensors", "actuatorId"), ...users("gates", "boomBarrierId")],
    });
  });
  return site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL");
});

/** A gate with the names of its hardware. */
function withNames(site: FakeSite, gate: Record<string, unknown>): object {
  const named = (table: string, id: unknown) =>
    site.rows(table).flatMap((row) => (row.id === id ? [{ id: row.id, name: String(row.name) }] : []));
  return {
    ...gate,
    sensors: named("/sensors", gate.sensorId),
    boomBarriers: named("/boom-barriers", gate.boomBarrierId),
  };
}

test("GATE-1 of two gates with one reader, the second one shows that it gets no events", async ({ site, operator }) => {
  const { id: sensorId } = await addReader(site, "Entry reader", "N");
  await addGate(site, "Main entry", { sensorId });
  await addGate(site, "Side entry", { sensorId });
  await operator.goto(page);
  const row = (name: RegExp) => card(operator, "Gates").getByRole("button", { name });
  await expect(row(/^Side entry/)).toContainText("Its events go to Main entry");
  await expect(row(/^Main entry/)).not.toContainText("Its events go to");
});

test("GATE-1 name and type are required", async ({ operator }) => {
  await operator.goto(page);
  const form = await openDialog(operator, "Add gate");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Name")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Type")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Name")).toBeFocused();
});

test("GATE-1 assigned hardware can be removed", async ({ site, operator }) => {
  const { id } = await addBarrier(site, "1", "North boom");
  await addGate(site, "Main entry", { boomBarrierId: id });
  await operator.goto(page);
  const form = await openRecord(operator, /^Main entry/, "Gate");
  await form.getByRole("button", { name: "Clear Boom barrier" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(operator.getByRole("button", { name: /^Main entry/ })).toContainText("No barrier, buzzer or display");
});

test("GATE-2 readers are offered by gate type, and reset when it changes", async ({ site, operator }) => {
  await addReader(site, "Entry reader", "N");
  await addReader(site, "Exit reader", "X");
  await operator.goto(page);
  const form = await openDialog(operator, "Add gate");
  const reader = form.getByRole("combobox", { name: "Reader", exact: true });
  await expect(reader).toBeDisabled();
  await expect(reader).toHaveAttribute("placeholder", "Choose a type first");
  await control(form, "Type").selectOption("Exit");
  await reader.click();
  await expect(operator.getByRole("option")).toHaveText(["Choose…", "Entry", "Exit", "Exit reader"]);
  await operator.getByRole("option", { name: "Exit reader" }).click();
  await expect(reader).toHaveValue("Exit reader");
  await control(form, "Type").selectOption("Entry");
  await expect(reader).toHaveValue("");
  await control(form, "Type").selectOption("Choose…");
  await expect(reader).toBeDisabled();
});

test("GATE-2 a gate that has a reader of the other direction says so and can still be saved", async ({
  site,
  operator,
}) => {
  const { id: sensorId } = await addReader(site, "Entry reader", "N");
  await addGate(site, "Main entry", { sensorId });
  // The server rejects such a gate, so only a site of an earlier version has one.
  await operator.route("**/api/sensors/ac", async (route) => {
    const [reader] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...reader, additionalInfo: { ...reader.additionalInfo, gtp: "X" } }] });
  });
  await operator.goto(page);
  await expect(operator.getByRole("button", { name: /^Main entry/ })).toContainText("Is for Exit");
  const form = await openRecord(operator, /^Main entry/, "Gate");
  await expect(form.getByRole("combobox", { name: "Reader", exact: true })).toHaveAccessibleDescription(
    /This reader is for the other direction/,
  );
  await control(form, "Name").fill("Front entry");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(operator.getByRole("button", { name: /^Front entry/ })).toBeVisible();
});

test("GATE-3 GATE-4 deleting a gate shows success in its dialog, which then closes", async ({ site, operator }) => {
  await addGate(site, "Main entry");
  await operator.goto(page);
  const form = await openRecord(operator, /^Main entry/, "Gate");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Main entry", "Yes");
  await expect(form.getByRole("status")).toHaveText("Gate deleted successfully");
  await expect(banner(operator, "Gate deleted successfully")).toHaveCount(2);
  await expect(form).toBeVisible();
  await expect(card(operator, "Gates")).toContainText("No gates yet");
  await expect(form).toBeHidden();
});

test("GATE-3 failures show the gate's messages", async ({ site, operator }) => {
  const { id } = await addGate(site, "Main entry");
  await operator.goto(page);
  const added = await openDialog(operator, "Add gate");
  await control(added, "Name").fill("Main entry");
  await control(added, "Type").selectOption("Entry");
  await control(added, "Name").press("Enter");
  await expect(added.getByRole("alert")).toHaveText("Failed to add gate: Another gate has this name");
  await operator.goto(`${page}?open=gates.${id}`);
  await operator.route(`**/api/gates/${id}*`, (route) => route.abort());
  const edited = dialog(operator, "Gate");
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Main entry", "Yes");
  await expect(edited.getByRole("alert")).toHaveText("Failed to delete gate");
});

test("GATE-5 hardware in use lists its users with links", async ({ site, operator }) => {
  const { id } = await addBarrier(site, "1", "North boom");
  await addReader(site, "Entry reader", "N", id);
  await addGate(site, "Main entry", { boomBarrierId: id });
  await operator.goto(page);
  const form = await openRecord(operator, /#1 North boom/, "Edit boom barrier");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North boom", "Yes");
  await expect(form.getByRole("alert")).toContainText("This boom barrier is still in use.");
  await expect(form.getByRole("link", { name: "Reader Entry reader" })).toBeVisible();
  await control(form, "Name").fill("Typed");
  await form.getByRole("link", { name: "Gate Main entry" }).click();
  await answerConfirmation(operator, unsavedQuestion, "No");
  await expect(control(form, "Name")).toHaveValue("Typed");
  await form.getByRole("link", { name: "Gate Main entry" }).click();
  await answerConfirmation(operator, unsavedQuestion, "Yes");
  await expect(control(dialog(operator, "Gate"), "Name")).toHaveValue("Main entry");
  await operator.goBack();
  await expect(dialog(operator, "Edit boom barrier")).toBeVisible();
});

test("GATE-5 a link to a user can lead to another page", async ({ site, operator }) => {
  const { id } = await addBarrier(site, "1", "North boom");
  await addReader(site, "Entry reader", "N", id);
  await operator.goto(`${page}?open=boom_barriers.${id}`);
  const form = dialog(operator, "Edit boom barrier");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: North boom", "Yes");
  await form.getByRole("link", { name: "Reader Entry reader" }).click();
  await expect(operator).toHaveURL(/\/access-control\/rfidos\/settings\?open=sensors\.\d+$/);
  await expect(control(dialog(operator, "Edit reader"), "Name")).toHaveValue("Entry reader");
});

test("GATE-1 a link to a deleted gate shows that it no longer exists", async ({ operator }) => {
  await operator.goto(`${page}?open=gates.999999`);
  await expect(banner(operator, "This gate no longer exists")).toBeVisible();
  await expect(operator).toHaveURL(page);
});

test("GATE-1 a conflict shows names, not ids", async ({ site, operator }) => {
  const { id: first } = await addBarrier(site, "1", "North boom");
  const { id: second } = await addBarrier(site, "2", "South boom");
  const gate = await addGate(site, "Main entry", { boomBarrierId: first });
  await operator.goto(page);
  const form = await openRecord(operator, /^Main entry/, "Gate");
  await control(form, "Type").selectOption("Exit");
  await site.call("PUT /gates/{id}", {
    params: { id: gate.id },
    body: { name: "Main entry", type: "N", boomBarrierId: second },
  });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("row", { name: "Type Entry Exit" })).toBeVisible();
  await expect(form.getByRole("row", { name: "Boom barrier #2 South boom –" })).toBeVisible();
});

test("GATE-1 the camera picker says which cameras are saved with the gate, and leaves out what can't be", async ({
  site,
  operator,
}) => {
  const add = (name: string, status: string, module = "ANPR_ACCESS_CONTROL") =>
    site.add("GET /cameras/{module}", { name, status, module });
  add("Saved", "saved");
  const { id } = add("Reported", "new") as { id: number };
  add("Gone", "zombie");
  await operator.goto(page);
  const form = await openDialog(operator, "Add gate");
  await form.getByRole("combobox", { name: "Camera", exact: true }).click();
  await expect(operator.getByRole("listbox").getByRole("option")).toHaveText([
    "Reported (unsaved, is saved with the gate)",
    "Saved",
  ]);
  await operator.getByRole("option", { name: /^Reported/ }).click();
  await control(form, "Name").fill("North");
  await control(form, "Type").selectOption("Entry");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
  expect(await site.call("GET /gates", {})).toMatchObject([{ name: "North", cameraId: id }]);
});

test("the parts of Presence and of Gates & Actuators ask once for what they share", async ({ site, operator }) => {
  const { id } = await addBarrier(site, "1", "North boom");
  await addGate(site, "Main entry", { boomBarrierId: id });
  const area = await site.call("POST /access/areas", { body: { name: "Deck" } });
  await site.call("POST /access/presence", { body: { vehicle: "KA01AB1000", areaId: area.id } });
  const asked: string[] = [];
  await blockLiveUpdates(operator);
  await operator.route(/\/api\/(access\/presence|hardware\/status)$/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.continue();
  });
  await operator.goto("/access/presence");
  await expect(operator.getByRole("list", { name: "Areas" })).toContainText("Deck");
  await expect(operator.getByRole("row").filter({ hasText: "1000" })).toBeVisible();
  expect(asked.filter((path) => path.endsWith("/presence"))).toHaveLength(1);
  asked.length = 0;
  await operator.goto(page);
  await expect(card(operator, "Gates").getByRole("button", { name: /^Main entry/ })).toBeVisible();
  await expect(card(operator, "Boom Barriers").getByRole("button", { name: /North boom/ })).toBeVisible();
  expect(asked).toEqual(["/api/hardware/status"]);
});
