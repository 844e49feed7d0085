import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import type { Locator, Page } from "@gatehouse/e2e/browser-commands";
import { settingsPaths } from "@gatehouse/e2e/devices";
import { card, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerDevices } from "./fake-devices.ts";
import type { FakeSite } from "./fake-site.ts";

const calls = "**/api/ai-devices/*/cameras";

test.beforeEach(({ site }) => {
  answerDevices(site);
  return site.switchOn("EPLD", "ANPR_ACCESS_CONTROL");
});

const addDevice = (site: FakeSite, vendor: string, scope: string): { id: number } =>
  site.add("POST /ai-devices", { vendor, scope, label: "Parking deck", ip: "127.0.0.1", apiPort: 9 });

/** Lets a device report one camera, which isn't saved. */
function reportCamera(site: FakeSite, name: string): void {
  const camera: DeviceCamera = site.add("GET /ai-devices/{id}/cameras", { name, reportedId: "11", status: "new" });
  site.respond("GET /ai-devices/{id}/cameras", () => [{ ...camera, id: null, version: null }]);
}

/** Opens a page with a device expanded; returns its camera panel. */
async function openCameras(page: Page, path: string, { id }: { id: number }): Promise<Locator> {
  await page.goto(`${path}?open=ai_devices.${id}`);
  return card(page, "Cameras");
}

test("CAM-1 the panel shows the device and, for uncanny, its address", async ({ site, operator }) => {
  const device = addDevice(site, "uncanny", "epld");
  const panel = await openCameras(operator, settingsPaths.epld, device);
  await expect(panel).toContainText("Parking deck · 127.0.0.1:9");
});

test("CAM-6 a camera of a vendor that pushes needs a sink port", async ({ site, operator }) => {
  reportCamera(site, "Deck 1 east");
  const panel = await openCameras(operator, settingsPaths.epld, addDevice(site, "uncanny", "epld"));
  await panel.getByRole("button", { name: "Add Deck 1 east" }).click();
  const form = dialog(operator, "Save camera");
  await expect(control(form, "Name")).toHaveValue("Deck 1 east");
  for (const port of ["", "1024", "65536", "many"]) {
    await control(form, "Sink port").fill(port);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Sink port should be between 1025 and 65535")).toBeVisible();
  }
  await expect(control(form, "Sink port")).toBeFocused();
});

test("CAM-6 editing validates the sink port too", async ({ site, operator }) => {
  const device = addDevice(site, "uncanny", "epld");
  const stored = { module: "EPLD", status: "saved", name: "Deck 1 east", aiDeviceId: device.id, sinkPort: 12_000 };
  const camera: Camera = site.add("GET /cameras/{module}", { ...stored, location: "Level 1" });
  const { id } = camera;
  const known = { reportedId: "11", newName: null, slots: [], slotsAdded: [], slotsGone: [] };
  site.respond("GET /ai-devices/{id}/cameras", () => [{ ...camera, ...known }]);
  await operator.goto(`${settingsPaths.epld}?open=ai_devices.${device.id}.cameras.${id}`);
  await expect(card(operator, "Cameras")).toContainText("Level 1");
  const form = dialog(operator, "Edit Camera");
  await control(form, "Sink port").fill("80");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Sink port should be between 1025 and 65535")).toBeVisible();
});

test("CAM-6 generic cameras have no sink port", async ({ site, operator }) => {
  reportCamera(site, "Loading dock");
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], addDevice(site, "generic", "anpr-ac"));
  await panel.getByRole("button", { name: "Add Loading dock" }).click();
  const form = dialog(operator, "Save camera");
  await expect(control(form, "Name")).toHaveValue("Loading dock");
  await expect(control(form, "Sink port")).toBeHidden();
});

const _saves = [
  { device: "deck-watch", scope: "epld", camera: "Deck 1 east", call: "/api/cameras/epld" },
  { device: "speed-watch", scope: "osd", camera: "Ring road north", call: "/api/cameras/anpr/osd" },
  { device: "ramp-count", scope: "cc", camera: "Ramp up", call: "/api/cameras/anpr/cc" },
  { device: "main-gate", scope: "anpr-ac", camera: "Main entry", call: "/api/cameras/anpr/anpr-ac" },
] as const;

test("CAM-9 the panel of a device that only pushes offers no Refresh", async ({ site, operator }) => {
  const device = { vendor: "generic", scope: "anpr-ac", label: "Barrier camera", ip: null };
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], site.add("POST /ai-devices", device));
  await expect(panel).toContainText("A camera appears here with its first event.");
  await expect(panel.getByRole("button", { name: "Refresh cameras" })).toHaveCount(0);
  await expect(panel.getByRole("alert")).toHaveCount(0);
});

test("CAM-9 a failure to load cameras is shown", async ({ site, operator }) => {
  const device = addDevice(site, "uncanny", "epld");
  await operator.route(calls, (route) => route.fulfill({ status: 404, body: "" }));
  await openCameras(operator, settingsPaths.epld, device);
  await expect(card(operator, "Cameras").getByRole("alert")).toContainText("Failed to fetch cameras.");
});
