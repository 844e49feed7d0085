import { cameraList, expect, openCameras, test } from "../src/device-test.ts";
import { settingsPaths } from "../src/devices.ts";
import { blockLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, choose, control, dialog, fillIn } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";

const calls = "**/api/ai-devices/*/cameras";

/** The first of ten ports that no other test worker's server listens on; below those of simulated devices. */
const freeSinkPort = () => 12_000 + 10 * test.info().parallelIndex;

test.beforeEach(({ site }) => site.switchOn("OSD", "EPLD", "CAMERA_COUNTING", "ANPR_ACCESS_CONTROL"));

test("CAM-1 reported cameras are listed under Unsaved Cameras", async ({ operator, register }) => {
  const panel = await openCameras(operator, settingsPaths.epld, await register("deck-watch"));
  await expect(panel.getByText("No cameras saved yet")).toBeVisible();
  await expect(cameraList(panel, "Unsaved").getByRole("listitem")).toHaveCount(3);
  await expect(cameraList(panel, "Missing")).toBeHidden();
});

test('CAM-1 a device without cameras shows "No cameras"', async ({ operator, register, simulator }) => {
  await simulator.control("ramp-count", "drop-camera", { camera: "31" });
  await simulator.control("ramp-count", "drop-camera", { camera: "32" });
  const panel = await openCameras(operator, settingsPaths.cc, await register("ramp-count"));
  await expect(panel.getByText("No cameras", { exact: true })).toBeVisible();
});

test("CAM-1 the panel shows that it contacts the device, and Refresh does it again", async ({
  operator,
  register,
  simulator,
}) => {
  const device = await register("ramp-count");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await operator.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  const panel = await openCameras(operator, settingsPaths.cc, device);
  await expect(panel.getByRole("status")).toHaveText("Contacting the device…");
  release();
  await expect(panel.getByText("Ramp up")).toBeVisible();
  await simulator.control("ramp-count", "add-camera", { name: "Ramp side" });
  await panel.getByRole("button", { name: "Refresh cameras" }).click();
  await expect(panel.getByText("Ramp side")).toBeVisible();
});

test("CAM-1 no camera is missing while the device doesn't respond", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  await saveDeck(site, device.id);
  await simulator.control("deck-watch", "set-fault", { fault: "garbage" });
  // The device's health changes with its fault, which would refetch the cameras: only "Try again" may.
  await blockLiveUpdates(operator);
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await expect(panel.getByRole("alert")).toContainText("Parking deck didn't respond");
  await expect(cameraList(panel, "Saved").getByRole("button", { name: "#11 Deck 1 east", exact: true })).toBeVisible();
  await expect(cameraList(panel, "Missing")).toBeHidden();
  await simulator.control("deck-watch", "set-fault", { fault: "normal" });
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("alert")).toBeHidden();
});

const saves = [
  { device: "deck-watch", scope: "epld", camera: "Deck 1 east", call: "/api/cameras/epld" },
  { device: "speed-watch", scope: "osd", camera: "Ring road north", call: "/api/cameras/anpr/osd" },
  { device: "ramp-count", scope: "cc", camera: "Ramp up", call: "/api/cameras/anpr/cc" },
  { device: "main-gate", scope: "anpr-ac", camera: "Main entry", call: "/api/cameras/anpr/anpr-ac" },
] as const;

test("CAM-7 CAM-8 saving moves a camera from unsaved to saved, in every module", async ({ operator, register }) => {
  for (const [index, { device, scope, camera, call }] of saves.entries()) {
    await test.step(`through POST ${call}`, async () => {
      const panel = await openCameras(operator, settingsPaths[scope], await register(device));
      await panel.getByRole("button", { name: `Add ${camera}` }).click();
      const form = dialog(operator, "Save camera");
      await fillIn(form, { Name: "Kept", Location: "North", "Sink port": `${freeSinkPort() + index}` });
      const sent = operator.waitForRequest((request) => request.method() === "POST");
      await form.getByRole("button", { name: "Save" }).click();
      expect(new URL((await sent).url()).pathname).toBe(call);
      await expect(banner(operator, "Camera saved successfully")).toBeVisible();
      await expect(cameraList(panel, "Saved").getByRole("button", { name: /^#\d+ Kept$/ })).toBeVisible();
      await expect(cameraList(panel, "Unsaved").getByText(new RegExp(`${camera}$`))).toBeHidden();
    });
  }
});

test("CAM-2 CAM-7 a plate camera is listed by its id and name, and edited: name, direction and ticket machine", async ({
  site,
  operator,
  register,
}) => {
  const device = await register("main-gate");
  await site.call("POST /ac/tvms", { body: { name: "Machine 1", code: "T1" } });
  await site.call("POST /cameras/anpr/{module}", {
    params: { module: "anpr-ac" },
    body: { aiDeviceId: device.id, reportedId: "1", name: "Main entry", sinkPort: freeSinkPort() },
  });
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], device);
  await panel.getByRole("button", { name: /^#\d+ Main entry$/ }).click();
  const form = dialog(operator, "Edit Camera");
  await control(form, "Name").fill("Front");
  await form.getByRole("switch", { name: "Bidirectional" }).press("Space");
  await choose(form, "Ticket vending machine", "Machine 1");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Camera updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /cameras/{module}", { params: { module: "anpr-ac" } });
  expect(stored).toMatchObject({ name: "Front", isBidirectional: true, tvm: { id: expect.any(Number) } });
});

test("CAM-8 differences are shown first, and Sync applies them", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  await saveDeck(site, device.id);
  await simulator.control("deck-watch", "rename-camera", { camera: "11", name: "Deck One" });
  await simulator.control("deck-watch", "add-slot", { camera: "11", name: "A7" });
  await simulator.control("deck-watch", "drop-slot", { camera: "11", slot: "2" });
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await expect(panel.getByText("On the device: renamed to Deck One; 1 new slot: A7; gone: A2")).toBeVisible();
  await panel.getByRole("button", { name: "Sync Deck 1 east" }).click();
  await expect(banner(operator, "Camera synced successfully.")).toBeVisible();
  await expect(cameraList(panel, "Saved").getByRole("button", { name: "#11 Deck One", exact: true })).toBeVisible();
  await expect(panel.getByText("On the device: gone: A2")).toBeVisible();
});

test("CAM-8 a camera with a changed id is relinked to its record", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  const { id } = await saveDeck(site, device.id);
  await simulator.control("deck-watch", "renumber-camera", { camera: "11", id: "99" });
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await cameraList(panel, "Missing").getByRole("button", { name: "Relink Deck 1 east" }).click();
  await operator.getByRole("menuitem", { name: "#99 Deck 1 east" }).click();
  await expect(banner(operator, "Camera relinked successfully")).toBeVisible();
  await expect(cameraList(panel, "Missing")).toBeHidden();
  const [stored] = await site.call("GET /cameras/{module}", { params: { module: "epld" } });
  expect(stored).toMatchObject({ id, epldCameraId: "99" });
});

test("CAM-8 CAM-9 a missing camera is deleted", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  await saveDeck(site, device.id);
  await simulator.control("deck-watch", "drop-camera", { camera: "11" });
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await cameraList(panel, "Missing").getByRole("button", { name: "Delete Deck 1 east" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Deck 1 east", "Yes");
  await expect(banner(operator, "Camera deleted successfully")).toBeVisible();
  await expect(cameraList(panel, "Missing")).toBeHidden();
});

test("CAM-9 a camera in use is not deleted, and a table lists its users", async ({
  site,
  operator,
  register,
  simulator,
}) => {
  const device = await register("main-gate");
  const camera = await site.call("POST /cameras/anpr/{module}", {
    params: { module: "anpr-ac" },
    body: { aiDeviceId: device.id, reportedId: "1", name: "Main entry", sinkPort: freeSinkPort() },
  });
  await site.call("POST /gates", { body: { name: "North", type: "N", cameraId: camera.id } });
  await simulator.control("main-gate", "drop-camera", { camera: "1" });
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], device);
  await panel.getByRole("button", { name: "Delete Main entry" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Main entry", "Yes");
  await expect(panel.getByRole("alert")).toContainText("Error while deleting camera");
  await expect(panel.getByRole("table").getByRole("row", { name: "Gate North" })).toBeVisible();
});

test("CAM-9 a missing slot is deleted", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  await saveDeck(site, device.id);
  await simulator.control("deck-watch", "drop-slot", { camera: "11", slot: "2" });
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await panel.getByRole("button", { name: "Delete slot A2" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: A2", "Yes");
  await expect(banner(operator, "Slot deleted succesfully")).toBeVisible();
  await expect(panel.getByText("5 slots")).toBeVisible();
});

test("CAM-9 a failed sync shows the reason", async ({ site, operator, register, simulator }) => {
  const device = await register("deck-watch");
  await saveDeck(site, device.id);
  await blockLiveUpdates(operator);
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await expect(panel.getByRole("button", { name: "Sync Deck 1 east" })).toBeVisible();
  await simulator.control("deck-watch", "set-fault", { fault: "refusing" });
  await panel.getByRole("button", { name: "Sync Deck 1 east" }).click();
  await expect(banner(operator, "Failed to sync camera: Parking deck didn't respond")).toBeVisible();
});

function saveDeck(site: Site, aiDeviceId: number) {
  const body = { aiDeviceId, reportedId: "11", name: "Deck 1 east", sinkPort: freeSinkPort() };
  return site.call("POST /cameras/epld", { body });
}

test("AIDEV-3 a device in use lists its cameras with links", async ({ site, operator, register }) => {
  const device = await register("exit-plates");
  await site.call("POST /cameras/carrida", {
    body: { aiDeviceId: device.id, name: "Exit left", ip: "127.10.0.4", port: 80 },
  });
  await operator.goto(`${settingsPaths["anpr-ac"]}?open=ai_devices.${device.id}`);
  await operator.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Exit plates", "Yes");
  await expect(operator.getByRole("alert")).toContainText("Failed to delete device");
  await operator.getByRole("link", { name: "Camera Exit left" }).click();
  await expect(control(dialog(operator, "Edit Camera"), "Name")).toHaveValue("Exit left");
});
