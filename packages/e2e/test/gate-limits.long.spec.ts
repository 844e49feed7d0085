import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, eventRow, type GateHardware, startGateHardware } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, card, dialog, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import { test as base, expect } from "../src/test.ts";

const gatesPage = "/access-control/gates-and-actuators";
const received = "/access-control/events?tab=received";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("ROLE-3 a guard who is limited to a gate sees and opens only it, and sees only its events", async ({
  site,
  page,
  hardware,
}) => {
  const north = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "North camera");
  const south = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "South camera");
  const own = await addWiredGate(site, hardware, "North gate", { cameraId: north.cameraId });
  const other = await addGate(site, "South gate", { cameraId: south.cameraId });
  await south.push({ type: "plate", plate: "SOUTH1" });
  await north.push({ type: "plate", plate: "NORTH1" });
  await signInAs(page, site, "gina", { role: "guard", gateIds: [own.id] });

  await test.step("gates", async () => {
    await page.goto(gatesPage);
    await page.getByRole("button", { name: /^North gate/ }).click();
    const sheet = dialog(page, "Gate");
    await sheet.getByRole("button", { name: "Open barrier", exact: true }).click();
    const command = sheet.getByRole("form", { name: "Open barrier" });
    await field(command, "Reason").fill("Delivery");
    await command.getByRole("button", { name: "Open barrier", exact: true }).click();
    await expect(command.getByRole("status")).toContainText("Relay switched");
    expect(hardware.pulses).toBe(1);
    await expect(page.getByText("South gate")).toHaveCount(0);
  });

  await test.step("the sheet of another gate", async () => {
    await page.goto(`${gatesPage}?open=gates.${other.id}`);
    await expect(banner(page, "This gate no longer exists")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("events, also live", async () => {
    await page.goto(received);
    await waitForLiveUpdates(page);
    await expect(eventRow(page, "NORTH")).toHaveCount(1);
    await south.push({ type: "plate", plate: "SOUTH2" });
    await north.push({ type: "plate", plate: "NORTH2" });
    await expect(eventRow(page, "NORTH")).toHaveCount(2);
    await expect(eventRow(page, "SOUTH")).toHaveCount(0);
  });

  await test.step("settings of the whole site", async () => {
    await page.goto("/settings");
    await expect(card(page, "Modules")).toBeVisible();
    await expect(page.getByText("You can view this page but not change it.")).toHaveCount(1);
    await expect(card(page, "PZApp Commissioning")).toHaveCount(0);
    await expectAccessible(page);
  });
});

test("ROLE-3 an installer who is limited to a gate changes it, but can't add devices or take those of another", async ({
  site,
  page,
}) => {
  const own = await addGate(site, "North gate");
  await addGate(site, "South gate");
  await signInAs(page, site, "ivan", { role: "installer", gateIds: [own.id] });
  await page.goto(gatesPage);
  await page.getByRole("button", { name: /^North gate/ }).click();
  const sheet = dialog(page, "Gate");
  await field(sheet, "Name").fill("North entry");
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: /North entry/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
  await expect(page.getByText("You can view this page but not change it.")).toHaveCount(0);
});
