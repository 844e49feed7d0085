import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { banner, control, dialog, fillIn } from "@gatehouse/e2e/page-parts";
import { addConstant, addDynamic, drawer, variablePages } from "@gatehouse/e2e/variables";
import { expect, test } from "./console-test.ts";
import { addBase, answerVariables } from "./fake-variables.ts";

const rfid = variablePages["rfid-ac"];

test.beforeEach(({ site }) => {
  answerVariables(site);
  return site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR");
});

test("VAR-8 a value links to the variables it depends on and to its users", async ({ site, operator }) => {
  const entries = addBase(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  const shown = await addDynamic(site, "rfid-ac", "Shown", [free]);
  const users = [
    { kind: "displays", id: 7, name: "Entry sign" },
    { kind: "variables", id: shown.id, name: "Shown" },
  ];
  site.respond("GET /variables/dependency/{id}", ({ params }) => (params.id === free.id ? users : []));
  await operator.goto(`${rfid}?open=values.${free.id}`);
  const behind = drawer(operator);
  const list = (name: string) => behind.getByRole("list", { name });
  await expect(list("Depends on").getByRole("button")).toHaveText(["+Capacity100", "−Main Entry0"]);
  await expect(list("Used by").getByRole("link", { name: "Display Entry sign" })).toHaveAttribute(
    "href",
    `/access-control/rfidos/settings?open=displays.7`,
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
  const entries = addBase(site, "rfid-ac", "Main Entry");
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity, ["-", entries]]);
  await operator.goto(`${rfid}?open=variables.${free.id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await expect(form.getByText("= 100")).toBeVisible();
  await waitForLiveUpdates(operator);
  Object.assign(site.find("/variables", entries.id), { computedValue: 7 });
  site.publish();
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
