import type { Page } from "@gatehouse/e2e/browser-commands";
import { settingsPaths } from "@gatehouse/e2e/devices";
import { control, fillIn, openDialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerDevices } from "./fake-devices.ts";
import type { FakeSite } from "./fake-site.ts";

const address = { "IP address": "127.10.0.10", Port: "8080", Name: "Ramp", Location: "Level 1" };

test.beforeEach(({ site }) => {
  answerDevices(site);
  return site.switchOn("EPLD", "CAMERA_COUNTING", "ANPR_ACCESS_CONTROL");
});

/** Opens the cameras of a device whose cameras are entered manually. */
const openCameras = (page: Page, site: FakeSite, scope: "cc" | "epld") =>
  page.goto(`${settingsPaths[scope]}?open=ai_devices.${addCameraDevice(site, scope).id}`);

const addCameraDevice = (site: FakeSite, scope: "cc" | "epld"): { id: number } =>
  site.add("POST /ai-devices", { vendor: "bosch", label: "Deck", scope });

test("CAM-3 required fields of a counting camera", async ({ site, operator }) => {
  await openCameras(operator, site, "cc");
  const form = await openDialog(operator, "Add Camera");
  await fillIn(form, { Port: "65536", UID: "-1" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Name")).toHaveAccessibleDescription("Required");
  await expect(control(form, "IP address")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Port")).toHaveAccessibleDescription(/^Port should be between 1 and 65535/);
  await expect(control(form, "UID")).toHaveAccessibleDescription("Must be a positive number");
  await expect(form.getByRole("group", { name: "Vehicle types" })).toHaveAccessibleDescription(
    "Choose at least one vehicle type",
  );
});

for (const slots of ["0", "101"]) {
  test(`CAM-4 a slot-counting camera cannot have ${slots} slots`, async ({ operator, site }) => {
    await openCameras(operator, site, "epld");
    const form = await openDialog(operator, "Add Camera");
    await fillIn(form, { ...address, UID: "7", Slots: slots });
    await form.getByRole("button", { name: "Add" }).click();
    await expect(control(form, "Slots")).toHaveAccessibleDescription("Slots should be between 1 and 100");
  });
}
