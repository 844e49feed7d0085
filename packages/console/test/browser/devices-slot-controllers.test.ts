import { settingsPaths } from "@gatehouse/e2e/devices";
import { answerConfirmation, banner, card, control, dialog, fillIn, openDialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { answerDevices } from "./fake-devices.ts";

const controller = {
  UID: "3",
  Name: "Ramp A",
  "IP address": "127.10.0.9",
  Port: "99",
  Slots: "24",
  PRP: "1",
  "MAC address": "00-1A-2B-3C-4D-5E",
};

test.beforeEach(async ({ site, operator }) => {
  answerDevices(site);
  await site.switchOn("EPLD");
  const { id }: { id: number } = site.add("POST /ai-devices", { vendor: "pz_qube", label: "Basement", scope: "epld" });
  await operator.goto(`${settingsPaths.epld}?open=ai_devices.${id}`);
});

test("SLOT-1 a controller is added, edited and deleted", async ({ operator }) => {
  const form = await openDialog(operator, "Add Slot Controller");
  await fillIn(form, controller);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(banner(operator, "Added successfully.")).toBeVisible();
  const panel = card(operator, "Slot Controllers");
  await panel.getByRole("button", { name: "# 3, Ramp A" }).click();
  const edit = dialog(operator, "Edit Controller");
  await expect(control(edit, "UID")).toBeDisabled();
  await expect(control(edit, "Slots")).toBeDisabled();
  await control(edit, "Name").fill("Ramp B");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Updated successfully.")).toBeVisible();
  await panel.getByRole("button", { name: "# 3, Ramp B" }).click();
  await edit.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Ramp B", "Yes");
  await expect(panel.getByText("No slot controllers yet")).toBeVisible();
});

for (const vendor of ["uncanny", "bosch", "generic"] as const) {
  test(`SLOT-1 a device of ${vendor} has slot controllers beside its cameras`, async ({ site, operator }) => {
    const address = { ip: "127.0.0.1", apiPort: 9 };
    const { id } = await site.call("POST /ai-devices", {
      body: { vendor, label: "Deck", scope: "epld", ...address, ...(vendor === "uncanny" && { dashboardPort: 9 }) },
    });
    await operator.goto(`${settingsPaths.epld}?open=ai_devices.${id}`);
    const panel = card(operator, "Slot Controllers");
    await expect(panel.getByText("No slot controllers yet")).toBeVisible();
    await expect(card(operator, "Cameras")).toBeVisible();
    const form = await openDialog(operator, "Add Slot Controller");
    await fillIn(form, controller);
    await form.getByRole("button", { name: "Add" }).click();
    await expect(panel.getByRole("button", { name: "# 3, Ramp A" })).toBeVisible();
    const stored = await site.call("GET /slot-controllers/{deviceId}", { params: { deviceId: id } });
    expect(stored.map(({ uid }) => uid)).toEqual(["3"]);
  });
}

const wrong = [
  ["UID", "0", "Must be a positive number"],
  ["Slots", "0", "Slots should be between 1 and 24"],
  ["Slots", "25", "Slots should be between 1 and 24"],
  ["Port", "65536", "Port should be between 1 and 65535"],
  ["PRP", "", "Required"],
  ["MAC address", "00-1A-2B-3C-4D", "Given is not a valid MAC address"],
] as const;

test("SLOT-1 an invalid value is marked at its field", async ({ operator }) => {
  const form = await openDialog(operator, "Add Slot Controller");
  for (const [label, value, message] of wrong) {
    await test.step(`${label} "${value}": ${message}`, async () => {
      await fillIn(form, { ...controller, [label]: value });
      await form.getByRole("button", { name: "Add" }).click();
      await expect(form.getByText(message)).toBeVisible();
      await expect(control(form, label)).toBeFocused();
    });
  }
});

for (const mac of ["00:1A:2B:3C:4D:5E", "001a2b3c4d5e"]) {
  test(`SLOT-1 ${mac} is a MAC address`, async ({ operator }) => {
    const form = await openDialog(operator, "Add Slot Controller");
    await fillIn(form, { ...controller, "MAC address": mac });
    await form.getByRole("button", { name: "Add" }).click();
    await expect(banner(operator, "Added successfully.")).toBeVisible();
  });
}
