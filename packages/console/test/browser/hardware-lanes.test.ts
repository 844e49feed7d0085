import { addLane } from "@gatehouse/e2e/hardware";
import { answerConfirmation, banner, card, control, fillIn, openDialog, openRecord } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const page = "/overspeed-detection/lanes-cameras";
const ramp = { Name: "Ramp A", "Speed limit, two-wheelers": "20", "Speed limit, four-wheelers": "15.5" };

test.beforeEach(({ site }) => site.switchOn("OSD"));

test("LANE-1 LANE-2 a lane is added, changed and deleted", async ({ site, operator }) => {
  await operator.goto(page);
  await expect(card(operator, "Lanes")).toContainText("No Lanes Added Yet!");
  const form = await openDialog(operator, "Add lane");
  await fillIn(form, ramp);
  await control(form, "Name").press("Enter");
  await expect(banner(operator, "Lane created succesfully")).toBeVisible();
  expect(await site.call("GET /lanes", {})).toMatchObject([{ name: "Ramp A", speedLimit2w: 20, speedLimit4w: 15.5 }]);
  const edited = await openRecord(operator, /Ramp A/, "Edit lane");
  await control(edited, "Name").fill("Ramp B");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Lane updated successfully")).toBeVisible();
  await operator.getByRole("button", { name: /Ramp B/ }).click();
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure that you want to remove the lane ?", "Yes");
  await expect(banner(operator, "Lane deleted successfully")).toBeVisible();
  await expect(card(operator, "Lanes")).toContainText("No Lanes Added Yet!");
});

test.describe("LANE-1 invalid values are marked at their fields", () => {
  const rules: readonly [label: string, value: string, message: string][] = [
    ["Speed limit, two-wheelers", "", "Required"],
    ["Speed limit, two-wheelers", "fast", "Must be a number"],
    ["Speed limit, four-wheelers", "0", "Should be positive"],
    ["Speed limit, four-wheelers", "501", "Must be at most 500 kmph"],
  ];
  test("LANE-1 speed limits are numbers within limits", async ({ operator }) => {
    await operator.goto(page);
    const form = await openDialog(operator, "Add lane");
    for (const [label, value, message] of rules) {
      await test.step(`${label} "${value}": ${message}`, async () => {
        await fillIn(form, { ...ramp, [label]: value });
        await form.getByRole("button", { name: "Add" }).click();
        await expect(control(form, label)).toHaveAccessibleDescription(message);
      });
    }
  });
});

test("LANE-2 failures show the lane's messages", async ({ site, operator }) => {
  const { id } = await addLane(site, "Ramp A");
  await operator.goto(page);
  await expect(operator.getByRole("button", { name: /Ramp A/ })).toBeVisible();
  await operator.route("**/api/lanes", (route) => route.abort());
  await operator.route(`**/api/lanes/${id}`, (route) => route.abort());
  const added = await openDialog(operator, "Add lane");
  await fillIn(added, { ...ramp, Name: "Ramp B" });
  await added.getByRole("button", { name: "Add" }).click();
  await expect(added.getByRole("alert")).toHaveText("Couldn't create lane");
  await added.getByRole("button", { name: "Close" }).click();
  await answerConfirmation(operator, "You have unsaved changes. Close anyway?", "Yes");
  const edited = await openRecord(operator, /Ramp A/, "Edit lane");
  await control(edited, "Name").fill("Ramp C");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited.getByRole("alert")).toHaveText("Couldn't update lane");
  await edited.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure that you want to remove the lane ?", "Yes");
  await expect(edited.getByRole("alert")).toHaveText("Error while deleting lane");
});

test("LANE-3 the table shows that there are no saved cameras", async ({ operator }) => {
  await operator.goto(page);
  await expect(operator.getByRole("table", { name: "Cameras and their lanes" })).toContainText("No saved cameras");
});
