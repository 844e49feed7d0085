import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { card } from "@gatehouse/e2e/page-parts";
import { addSlotController, findVariable, table, variablePages, variableRow } from "@gatehouse/e2e/variables";
import { expect, test } from "./console-test.ts";
import { addBase, addCamera, addSlots, answerVariables } from "./fake-variables.ts";

const epld = variablePages.epld;

test.beforeEach(({ site }) => {
  answerVariables(site);
  return site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR");
});

test("VAR-1 EPLD has a section for each kind of hardware, with its columns and the total number of slots", async ({
  site,
  operator,
}) => {
  const sections = operator.getByRole("heading", { level: 2 });
  await operator.goto(epld);
  await waitForLiveUpdates(operator);
  await expect(sections).toHaveText(["Constants", "Dynamic Variables", "Base Variables"]);
  const north = addCamera(site, "EPLD", "North");
  addSlots(site, north, 3);
  addSlots(site, await addSlotController(site, "Ramp", 2), 2);
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
  const first = await findVariable(site, "epld", "North Slot 1");
  const second = await findVariable(site, "epld", "North Slot 2");
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
  Object.assign(site.find("/variables", first.id), { computedValue: 0 });
  site.publish();
  await expect(variableRow(operator, "North free").getByRole("cell")).toContainText([
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
      addCamera(site, "CAMERA_COUNTING", "Ramp");
      addBase(site, scope, "Main Entry");
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

test("VAR-1 two thousand variables scroll, and a search is in the URL", async ({ site, operator }) => {
  for (let deck = 1; deck <= 20; deck += 1) addSlots(site, addCamera(site, "EPLD", `Deck ${deck}`), 100);
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
