import { addLane } from "@gatehouse/e2e/hardware";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import {
  answerConfirmation,
  banner,
  card,
  control,
  dialog,
  fillIn,
  openDialog,
  openRecord,
} from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { type FakeSite, httpError } from "./fake-site.ts";
import { addCamera } from "./fake-variables.ts";

const page = "/overspeed-detection/lanes-cameras";
const ramp = { Name: "Ramp A", "Speed limit, two-wheelers": "20", "Speed limit, four-wheelers": "15.5" };

/** Adds cameras, which are listed in this order. */
const addCameras = (site: FakeSite, ...names: string[]) =>
  names.toReversed().map((name) => addCamera(site, "OSD", name));

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

test("LANE-3 a lane of one camera is not offered for another, and Save is enabled by a change", async ({
  site,
  operator,
}) => {
  await addLane(site, "Ramp B");
  await addLane(site, "Ramp A");
  for (const camera of addCameras(site, "Camera 1", "Camera 2")) camera.location = `North of ${camera.name}`;
  await operator.goto(page);
  await expect(operator.getByRole("row", { name: /Camera 1/ })).toContainText("Camera 1 · North of Camera 1");
  const first = operator.getByRole("combobox", { name: "Lane of Camera 1" });
  const second = operator.getByRole("combobox", { name: "Lane of Camera 2" });
  const save = operator.getByRole("button", { name: "Save the lane of Camera 1" });
  await expect(save).toBeDisabled();
  await expect(second.getByRole("option")).toHaveText(["None", "Ramp A", "Ramp B"]);
  await first.selectOption("Ramp A");
  await expect(second.getByRole("option")).toHaveText(["None", "Ramp B"]);
  await expect(save).toBeEnabled();
  await first.selectOption("None");
  await expect(save).toBeDisabled();
  await first.selectOption("Ramp A");
  await save.click();
  await expect(banner(operator, "Lane attached to camera successfully")).toBeVisible();
  await expect(save).toBeDisabled();
  await first.selectOption("None");
  await save.click();
  await expect(save).toBeDisabled();
  await expect
    .poll(() => site.call("GET /cameras/{module}", { params: { module: "osd" } }))
    .toMatchObject([{ laneId: null }, { laneId: null }]);
});

test("LANE-3 a lane that another person assigned is refused", async ({ site, operator }) => {
  await addLane(site, "Ramp A");
  addCameras(site, "Camera 1", "Camera 2");
  await operator.route("**/api/live*", (route) => route.abort());
  await operator.goto(page);
  await operator.getByRole("combobox", { name: "Lane of Camera 1" }).selectOption("Ramp A");
  site.respond("PATCH /cameras/{module}/{id}", () => {
    throw httpError("record/taken", { message: "This lane already has a camera" });
  });
  await operator.getByRole("button", { name: "Save the lane of Camera 1" }).click();
  await expect(banner(operator, "This lane already has a camera")).toBeVisible();
});

test("LANE-3 a saved lane follows later changes of others", async ({ site, operator }) => {
  await addLane(site, "Ramp A");
  addCameras(site, "Camera 1");
  await operator.goto(page);
  await waitForLiveUpdates(operator);
  const lane = operator.getByRole("combobox", { name: "Lane of Camera 1" });
  const save = operator.getByRole("button", { name: "Save the lane of Camera 1" });
  await lane.selectOption("Ramp A");
  await save.click();
  await expect(save).toBeDisabled();
  const [camera] = await site.call("GET /cameras/{module}", { params: { module: "osd" } });
  await site.call("PATCH /cameras/{module}/{id}", {
    params: { module: "osd", id: camera?.id ?? 0 },
    body: { laneId: null },
  });
  await expect(lane).toHaveValue("-1");
  await expect(save).toBeDisabled();
});

test("GATE-5 LANE-1 a lane with a camera can't be deleted", async ({ site, operator }) => {
  const { id: laneId } = await addLane(site, "Ramp A");
  site.respond("DELETE /lanes/{id}", () => {
    throw httpError("record/in-use", { dependents: [{ kind: "cameras", id: 7, name: "Camera 1" }] });
  });
  await operator.goto(`${page}?open=lanes.${laneId}`);
  const form = dialog(operator, "Edit lane");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure that you want to remove the lane ?", "Yes");
  await expect(form.getByRole("alert")).toContainText("Camera 1");
});
