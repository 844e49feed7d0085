import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import { manufacturerTitle, plateFormatCodes } from "@gatehouse/contract/plate-formats";
import type { Locator, Page } from "@gatehouse/e2e/browser-commands";
import { settingsPaths } from "@gatehouse/e2e/devices";
import { waitForLiveUpdates } from "@gatehouse/e2e/live-updates";
import { answerConfirmation, banner, card, control, dialog, fillIn } from "@gatehouse/e2e/page-parts";

import { expect, test } from "./console-test.ts";
import { answerDevices } from "./fake-devices.ts";
import type { FakeSite } from "./fake-site.ts";

/** The page also has other forms. */
const plateDevices = (page: Page): Locator => card(page, "Access Control ANPR Devices");

const titles = [
  ["osd", "Overspeed Detection Devices", ["Uncanny", "Generic"]],
  ["epld", "EPLD Devices", ["Uncanny", "Bosch", "PZ Qube", "Generic"]],
  ["cc", "Camera Counting Devices", ["Uncanny", "Bosch"]],
  ["anpr-ac", "Access Control ANPR Devices", ["Uncanny", "Carrida", "Generic"]],
] as const;

test.beforeEach(({ site }) => {
  answerDevices(site);
  site.answerWith("GET /ai-devices/{id}/ingest", { path: "/push", secret: "secret" });
  site.respond("POST /ai-devices", ({ body: { password, ...body } }) =>
    site.add("POST /ai-devices", { ...body, hasPassword: Boolean(password) }),
  );
  return site.switchOn("OSD", "EPLD", "CAMERA_COUNTING", "ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR");
});

/** A registered device of a vendor without required addresses. */
const addStored = (site: FakeSite, fields: Partial<AiDevice>): AiDevice =>
  site.add("POST /ai-devices", { vendor: "generic", ip: "127.0.0.1", apiPort: 9, ...fields });

test("AIDEV-1 each module offers its vendors, and modules without devices none", async ({ operator }) => {
  for (const [scope, title, vendors] of titles) {
    await test.step(`"${title}" offers ${vendors.join(", ")}`, async () => {
      await operator.goto(settingsPaths[scope]);
      await card(operator, title).getByRole("button", { name: "Add device" }).click();
      // Devices that read plates are also offered by manufacturer.
      const manufacturers = ["anpr-ac", "osd"].includes(scope) ? plateFormatCodes.map(manufacturerTitle) : [];
      await expect(operator.getByRole("menuitem")).toHaveText([...vendors, ...manufacturers]);
    });
  }
  for (const path of ["/loop-detector/settings", "/access-control/rfidos/settings"]) {
    await test.step(`${path} has no devices`, async () => {
      await operator.goto(path);
      await expect(card(operator, "Displays")).toBeVisible();
      await expect(operator.getByRole("button", { name: "Add device" })).toHaveCount(0);
    });
  }
});

test("AIDEV-1 a device expands to its form and cameras, and the URL contains it", async ({ site, operator }) => {
  const { id } = addStored(site, { label: "Parking deck", scope: "epld" });
  await operator.goto(settingsPaths.epld);
  const row = operator.getByRole("button", { name: /Parking deck/ });
  await expect(row).toHaveAttribute("aria-expanded", "false");
  await row.click();
  await expect(control(operator, "Label")).toHaveValue("Parking deck");
  await expect(card(operator, "Cameras")).toBeVisible();
  await expect(operator).toHaveURL(new RegExp(`open=ai_devices\\.${id}$`));
  await row.click();
  await expect(control(operator, "Label")).toBeHidden();
});

test("AIDEV-1 a row shows vendor, address and health", async ({ site, operator }) => {
  const address = { ip: "127.10.0.9", apiPort: 81, isHealthy: false, healthSince: new Date().toISOString() };
  addStored(site, { vendor: "uncanny", label: "Uncanny", scope: "epld", ...address });
  await operator.goto(settingsPaths.epld);
  await expect(operator.getByRole("button", { name: /127\.10\.0\.9:81/ })).toContainText(
    /Uncanny127\.10\.0\.9:81Unhealthy since \d\d:\d\d/,
  );
});

test("AIDEV-2 all missing fields of an uncanny device are marked at once", async ({ operator }) => {
  await operator.goto(settingsPaths.epld);
  const form = await addDevice(operator, "Uncanny");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(control(form, "Label")).toHaveAccessibleDescription("Required");
  await expect(control(form, "IP address")).toHaveAccessibleDescription("Required");
  await expect(control(form, "API port")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Dashboard port")).toHaveAccessibleDescription("Required");
  await expect(control(form, "Label")).toBeFocused();
});

for (const label of ["API port", "Dashboard port"]) {
  test(`AIDEV-2 the ${label} must be positive`, async ({ operator }) => {
    await operator.goto(settingsPaths.epld);
    const form = await addDevice(operator, "Uncanny");
    await control(form, label).fill("0");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(control(form, label)).toHaveAccessibleDescription("Should be positive");
  });
}

test("AIDEV-2 a Bosch device needs only a label", async ({ operator }) => {
  await operator.goto(settingsPaths.cc);
  const form = await addDevice(operator, "Bosch");
  await expect(form.getByRole("textbox")).toHaveCount(1);
  await control(form, "Label").fill("Hall");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(operator.getByRole("button", { name: "Hall Bosch" })).toBeVisible();
});

test("AIDEV-2 a password is never returned, and an empty field keeps it", async ({ site, operator }) => {
  await operator.goto(settingsPaths["anpr-ac"]);
  const form = await addDevice(operator, "Generic");
  await fillIn(form, { Label: "Dock", "IP address": "127.0.0.1", "API port": "9", Username: "gate" });
  await form.getByLabel("Password", { exact: true }).fill("open-sesame");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
  await operator.getByRole("button", { name: /^Dock/ }).click();
  const password = operator.getByLabel("Password", { exact: true });
  await expect(password).toHaveValue("");
  await expect(password).toHaveAttribute("placeholder", "Stored, leave empty to keep");
  await control(operator, "Label").fill("Dock 2");
  await plateDevices(operator).getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Device updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /ai-devices/{module}", { params: { module: "anpr-ac" } });
  expect(stored).toMatchObject({ label: "Dock 2", username: "gate", hasPassword: true });
  expect(JSON.stringify(stored)).not.toContain("open-sesame");
});

test("AIDEV-2 a device that only pushes needs no address, and its row says so", async ({ site, operator }) => {
  await operator.goto(settingsPaths["anpr-ac"]);
  const form = await addDevice(operator, "Adapter or other system");
  await expect(control(form, "IP address")).toHaveAccessibleDescription("Empty if the device only pushes");
  await control(form, "Label").fill("Yard");
  await form.getByRole("button", { name: "Add" }).click();
  const row = operator.getByRole("button", { name: /^Yard/ });
  await expect(row).toContainText("Only pushes");
  await expect(row).toContainText("Adapter or other system");
  await expect(row).not.toContainText("Not checked yet");
  const [stored] = await site.call("GET /ai-devices/{module}", { params: { module: "anpr-ac" } });
  expect(stored).toMatchObject({ ip: null, apiPort: null });
});

test("AIDEV-2 optional fields can be cleared", async ({ site, operator }) => {
  const { id } = addStored(site, { label: "Service gate", scope: "anpr-ac", apiBasepath: "/api" });
  await operator.goto(`${settingsPaths["anpr-ac"]}?open=ai_devices.${id}`);
  await control(operator, "API base path").fill("");
  await plateDevices(operator).getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Device updated successfully")).toBeVisible();
  const [stored] = await site.call("GET /ai-devices/{module}", { params: { module: "anpr-ac" } });
  expect(stored?.apiBasepath).toBeNull();
});

test("AIDEV-3 a device is created, changed and deleted", async ({ operator }) => {
  await operator.goto(settingsPaths.epld);
  const form = await addDevice(operator, "PZ Qube");
  await control(form, "Label").fill("Basement");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(banner(operator, "Device created successfully")).toBeVisible();
  await operator.getByRole("button", { name: /^Basement/ }).click();
  await control(operator, "Label").fill("Basement 2");
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Device updated successfully")).toBeVisible();
  await operator.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Basement 2", "Yes");
  await expect(banner(operator, "Device deleted successfully")).toBeVisible();
  await expect(operator.getByRole("button", { name: /Basement/ })).toHaveCount(0);
});

test("AIDEV-3 a failure to create a device is shown", async ({ operator }) => {
  await operator.goto(settingsPaths.epld);
  await operator.route("**/api/ai-devices", (route) => route.fulfill({ status: 500, body: "" }));
  const form = await addDevice(operator, "PZ Qube");
  await control(form, "Label").fill("Basement");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to create device");
});

test("AIDEV-3 a colleague's change appears live, and is not overwritten without notice", async ({ site, operator }) => {
  const { id } = addStored(site, { label: "Exit plates", scope: "anpr-ac" });
  const rename = (label: string) => site.call("PATCH /ai-devices/{id}", { params: { id }, body: { label } });
  await operator.goto(`${settingsPaths["anpr-ac"]}?open=ai_devices.${id}`);
  await expect(control(operator, "Label")).toHaveValue("Exit plates");
  await waitForLiveUpdates(operator);
  await rename("Exit 1");
  await expect(control(operator, "Label")).toHaveValue("Exit 1");
  await control(operator, "Label").fill("Mine");
  await rename("Exit 2");
  await plateDevices(operator).getByRole("button", { name: "Save" }).click();
  await expect(operator.getByRole("alert")).toContainText("Changed in another tab or by someone else");
  await operator.getByRole("button", { name: "Overwrite" }).click();
  await expect(operator.getByRole("button", { name: /^Mine/ })).toBeVisible();
});

async function addDevice(page: Page, vendor: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add device" }).click();
  await page.getByRole("menuitem", { name: vendor }).click();
  return dialog(page, `Add ${vendor} device`);
}
