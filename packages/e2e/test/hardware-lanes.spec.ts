import { addLane } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, dialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const page = "/overspeed-detection/lanes-cameras";
const _ramp = { Name: "Ramp A", "Speed limit, two-wheelers": "20", "Speed limit, four-wheelers": "15.5" };

const addCameras = ({ seed }: Site, ...cameras: string[]) =>
  seed.device({ module: "OSD", ip: "127.0.0.1", apiPort: 9, isHealthy: true, cameras });

test.beforeEach(({ site }) => site.switchOn("OSD"));

test("LANE-3 a lane of one camera is not offered for another, and Save is enabled by a change", async ({
  site,
  operator,
}) => {
  await addLane(site, "Ramp A");
  await addLane(site, "Ramp B");
  await addCameras(site, "Camera 1", "Camera 2");
  await operator.goto(page);
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
  const { id: laneId } = await addLane(site, "Ramp A");
  await addCameras(site, "Camera 1", "Camera 2");
  await operator.route("**/api/live*", (route) => route.abort());
  await operator.goto(page);
  await operator.getByRole("combobox", { name: "Lane of Camera 1" }).selectOption("Ramp A");
  const [, other] = await site.call("GET /cameras/{module}", { params: { module: "osd" } });
  await site.call("PATCH /cameras/{module}/{id}", {
    params: { module: "osd", id: other?.id ?? 0 },
    body: { laneId },
  });
  await operator.getByRole("button", { name: "Save the lane of Camera 1" }).click();
  await expect(banner(operator, "This lane already has a camera")).toBeVisible();
});

test("LANE-3 a saved lane follows later changes of others", async ({ site, operator }) => {
  await addLane(site, "Ramp A");
  await addCameras(site, "Camera 1");
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
  await addCameras(site, "Camera 1");
  const [camera] = await site.call("GET /cameras/{module}", { params: { module: "osd" } });
  await site.call("PATCH /cameras/{module}/{id}", {
    params: { module: "osd", id: camera?.id ?? 0 },
    body: { laneId },
  });
  await operator.goto(`${page}?open=lanes.${laneId}`);
  const form = dialog(operator, "Edit lane");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure that you want to remove the lane ?", "Yes");
  await expect(form.getByRole("alert")).toContainText("Camera 1");
});
