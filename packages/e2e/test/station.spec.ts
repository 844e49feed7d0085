import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, type GateHardware, platePattern, startGateHardware } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, control, dialog, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import { stationCard } from "../src/station.ts";
import { test as base, expect } from "../src/test.ts";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("PASS-3 a guard admits a visitor from the station, by keyboard alone", async ({ site, page, hardware }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await signInAs(page, site, "ravi", { role: "guard", gateIds: [gate.id] });
  await page.goto("/station");
  await page.getByRole("link", { name: "Main entry", exact: true }).click();
  await expect(page.getByText("No vehicles yet")).toBeVisible();
  await waitForLiveUpdates(page);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await expect(stationCard(page)).toContainText("Denied");
  await expect(stationCard(page)).toContainText(platePattern("KA01AB1234"));
  await expectAccessible(page);

  await page.keyboard.press("v");
  const form = dialog(page, "Admit visitor");
  await expect(field(form, "Visitor")).toBeFocused();
  await expect(field(form, "Plate")).toHaveValue("KA01AB1234");
  await expect(field(form, "Entries")).toHaveValue("1");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Admit and open Main entry", exact: true }).click();
  await expect(field(form, "Visitor")).toHaveAccessibleDescription(/Required/);
  await field(form, "Visitor").fill("Meera");
  await field(form, "Host").fill("Asha");
  await page.keyboard.press("Enter");
  await expect(stationCard(page).getByRole("status")).toContainText(
    /Open command.*Accepted.*ravi: Visitor Meera for Asha/,
  );
  await expect(form).toHaveCount(0);
  expect(hardware.pulses).toBe(1);
  const passes = await site.call("GET /access/passes", {});
  expect(passes).toMatchObject([{ lp: "KA01AB1234", name: "Meera", host: "Asha", uses: 1, gateIds: [gate.id] }]);
});

test("PASS-3 a visitor stays in the form until the gate opens, while the next vehicle arrives", async ({
  site,
  operator,
  hardware,
}) => {
  hardware.reply = "rejects";
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  await operator.getByRole("button", { name: "Admit visitor", exact: true }).click();
  const form = dialog(operator, "Admit visitor");
  await field(form, "Visitor").fill("Meera");
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await expect(operator.getByRole("region", { name: "Waiting vehicles" })).toContainText(platePattern("KA02CD5678"));
  await form.getByRole("button", { name: "Admit and open Main entry", exact: true }).click();
  await expect(form.getByRole("alert")).toContainText("The pass was added, but the gate did not open.");
  hardware.reply = "accepts";
  await form.getByRole("button", { name: "Open Main entry again", exact: true }).click();
  await expect(form).toHaveCount(0);
  expect(await site.call("GET /access/passes", {})).toHaveLength(1);
  expect(hardware.pulses).toBe(1);
});

test("PASS-3 a form whose pass was added closes without a question", async ({ site, operator, hardware }) => {
  hardware.reply = "rejects";
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await operator.getByRole("button", { name: "Admit visitor", exact: true }).click();
  const form = dialog(operator, "Admit visitor");
  const asked = dialog(operator, "Please confirm");
  await field(form, "Visitor").fill("Meera");
  await operator.keyboard.press("Escape");
  await expect(asked).toContainText("You have unsaved changes");
  await asked.getByRole("button", { name: "No" }).click();
  await form.getByRole("button", { name: "Admit and open Main entry", exact: true }).click();
  await expect(form.getByRole("alert")).toContainText("The pass was added, but the gate did not open.");
  await operator.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
});

test("OPS-5 a guard opens the gate of a vehicle with a reason from the list or a typed one", async ({
  site,
  operator,
  hardware,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await site.configure("openReasons", "Delivery, Fire brigade");
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("Denied");
  await operator.keyboard.press("o");
  const form = dialog(operator, "Open Main entry");
  await expect(form.getByRole("button", { name: "Delivery", exact: true })).toBeFocused();
  await operator.keyboard.press("2");
  await expect(stationCard(operator).getByRole("status")).toContainText(/Accepted.*admin: Fire brigade/);
  expect(hardware.pulses).toBe(1);

  hardware.reply = "rejects";
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await expect(stationCard(operator)).toContainText(platePattern("KA02CD5678"));
  await operator.getByRole("button", { name: "Open", exact: true }).click();
  await form.getByRole("button", { name: "Open", exact: true }).click();
  await expect(control(form, "Other reason")).toHaveAccessibleDescription(/Enter a reason/);
  await control(form, "Other reason").fill("Flat 402");
  await operator.keyboard.press("Enter");
  await expect(stationCard(operator).getByRole("status")).toContainText(/Rejected.*admin: Flat 402/);
});

test("OPS-3 OPS-5 a guard who turns away a vehicle that a colleague let in learns who it was", async ({
  site,
  page,
  hardware,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await signInAs(page, site, "ravi", { role: "guard" });
  await page.goto(`/station/${gate.id}`);
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  const form = dialog(page, "Turn away");
  await field(form, "Reason").fill("Not expected");
  const { waiting } = await site.call("GET /station/{gateId}", { params: { gateId: gate.id } });
  const params = { module: "anpr-ac", id: waiting[0]?.event.id ?? 0 };
  await site.call("POST /events/{module}/{id}/open", { params, body: { reason: "Delivery", passId: null } });
  await form.getByRole("button", { name: "Turn away", exact: true }).click();
  await expect(banner(page, "admin has already opened the gate for this vehicle")).toBeVisible();
});

test("OPS-3 a gate without a vehicle, an unknown gate and a site without gates are explained", async ({
  site,
  operator,
}) => {
  await operator.goto("/station");
  await expect(operator.getByText("No gates yet")).toBeVisible();
  await addGate(site, "Bare gate");
  await operator.goto("/station");
  await operator.getByRole("link", { name: "Bare gate", exact: true }).click();
  await expect(operator.getByText("No vehicles yet")).toBeVisible();
  for (const id of ["abc", "0", "1.5", "999999"]) {
    await operator.goto(`/station/${id}`);
    await expect(operator.getByText("This gate does not exist")).toBeVisible();
  }
  await operator.getByRole("link", { name: "Choose another gate" }).click();
  await expect(operator.getByRole("link", { name: "Bare gate", exact: true })).toBeVisible();
});
