import { expect, openCameras, test } from "../src/device-test.ts";
import { settingsPaths } from "../src/devices.ts";
import { answerConfirmation, banner, choose, control, dialog, fillIn, openDialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";

const address = { "IP address": "127.10.0.10", Port: "8080", Name: "Ramp", Location: "Level 1" };

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "ANPR_ACCESS_CONTROL"));

test("CAM-2 CAM-3 a counting camera is added, listed by its uid, and edited", async ({ site, operator, register }) => {
  const panel = await openCameras(operator, settingsPaths.cc, await register("entrance-count"));
  await expect(panel.getByText("No cameras saved yet")).toBeVisible();
  const form = await openDialog(operator, "Add Camera");
  await expect(control(form, "Gate type")).toHaveValue("N");
  await fillIn(form, { ...address, UID: "7" });
  await form.getByRole("checkbox", { name: "Two-wheelers" }).check();
  await form.getByRole("button", { name: "Add" }).click();
  await expect(banner(operator, "Camera saved successfully")).toBeVisible();
  await panel.getByRole("button", { name: /^#7 Level 1$/ }).click();
  const edit = dialog(operator, "Edit Camera");
  await expect(control(edit, "UID")).toBeDisabled();
  await control(edit, "Gate type").selectOption("Exit");
  await edit.getByRole("checkbox", { name: "Four-wheelers" }).check();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Camera updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /cameras/{module}", { params: { module: "cc" } });
  expect(stored?.additionalInfo.pzapp).toEqual({ uid: "7", gateType: "X", vehicleTypes: ["2w", "4w"] });
  expect(stored?.location).toBe("Level 1");
});

test("CAM-2 a camera is deleted from its dialog", async ({ site, operator, register }) => {
  const device = await register("exit-plates");
  const body = { aiDeviceId: device.id, name: "Exit left", ip: "127.10.0.4", port: 80 };
  const { id } = await site.call("POST /cameras/carrida", { body });
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], device);
  await panel.getByRole("button", { name: `#${id} Exit left`, exact: true }).click();
  await dialog(operator, "Edit Camera").getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Exit left", "Yes");
  await expect(banner(operator, "Camera deleted successfully")).toBeVisible();
  await expect(panel.getByText("No cameras saved yet")).toBeVisible();
});

test("CAM-2 the button to add a camera does not move when the device's form is loaded", async ({ operator, site }) => {
  const form = Promise.withResolvers<void>();
  await operator.route("**/assets/resource-form-*.js", async (route) => {
    await form.promise;
    await route.continue();
  });
  const panel = await openCameras(operator, settingsPaths.epld, await addBosch(site));
  await expect(operator.getByRole("button", { name: "Deck", expanded: true })).toBeVisible();
  await expect(panel).toBeHidden();
  form.resolve();
  await openDialog(operator, "Add Camera");
  await expect(dialog(operator, "Add Camera")).toBeVisible();
});

test("CAM-4 uid and slots of a slot-counting camera can't be changed", async ({ operator, site }) => {
  const panel = await openCameras(operator, settingsPaths.epld, await addBosch(site));
  const form = await openDialog(operator, "Add Camera");
  await fillIn(form, { ...address, UID: "7", Slots: "100" });
  await form.getByRole("button", { name: "Add" }).click();
  await panel.getByRole("button", { name: /^#7 Level 1$/ }).click();
  const edit = dialog(operator, "Edit Camera");
  await expect(control(edit, "UID")).toBeDisabled();
  await expect(control(edit, "Slots")).toBeDisabled();
  await control(edit, "Location").fill("");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Camera updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /cameras/{module}", { params: { module: "epld" } });
  expect(stored).toMatchObject({ location: null, additionalInfo: { pzapp: { uid: "7", slots: 100 } } });
});

test("CAM-5 a plate camera has streams, direction and ticket machine", async ({ site, operator, register }) => {
  await site.call("POST /ac/tvms", { body: { name: "Machine 1", code: "T1" } });
  const panel = await openCameras(operator, settingsPaths["anpr-ac"], await register("exit-plates"));
  const form = await openDialog(operator, "Add Camera");
  await expect(form.getByRole("switch", { name: "Bidirectional" })).not.toBeChecked();
  await fillIn(form, { ...address, "RTSP stream URL": "not a url" });
  await choose(form, "Ticket vending machine", "Machine 1");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "RTSP stream URL")).toHaveAccessibleDescription(
    "Must be a URL that starts with rtsp:// or rtsps://",
  );
  await control(form, "RTSP stream URL").fill("rtsp://127.10.0.10/stream");
  await form.getByRole("button", { name: "Add" }).click();
  await panel.getByRole("button", { name: /^#\d+ Ramp Level 1$/ }).click();
  const edit = dialog(operator, "Edit Camera");
  await expect(control(edit, "RTSP stream URL")).toHaveValue("rtsp://127.10.0.10/stream");
  await edit.getByRole("button", { name: "Clear Ticket vending machine" }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Camera updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /cameras/{module}", { params: { module: "anpr-ac" } });
  expect(stored?.tvm).toBeNull();
});

function addBosch({ call }: Site) {
  return call("POST /ai-devices", { body: { vendor: "bosch", label: "Deck", scope: "epld" } });
}
