import type { Locator } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import {
  addPushingDevice,
  addWiredGate,
  eventRow,
  type GateHardware,
  platePattern,
  startGateHardware,
} from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, control, dialog } from "../src/page-parts.ts";
import { test as base, expect } from "../src/test.ts";

const page = "/access-control/gates-and-actuators";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

const section = (sheet: Locator, name: string) => sheet.getByRole("region", { name, exact: true });

test("ENG-1 a gate shows its passages, commands and hardware live", async ({ site, operator, hardware }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA01AB1234");
  await operator.goto(`${page}?open=gates.${gate.id}`);
  const sheet = dialog(operator, "Gate");
  await waitForLiveUpdates(operator);
  await expect(section(sheet, "Last passages")).toContainText("No vehicles yet.");
  await expect(section(sheet, "Wiring")).toContainText(/North boom.*Never used/);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await expect(section(sheet, "Last passages").getByRole("listitem")).toHaveText(platePattern("KA01AB1234"));
  await expect(section(sheet, "Last passages")).toContainText("Granted");
  await expect(section(sheet, "Last commands")).toContainText(/Open North boom.*Accepted/);
  await expect(section(sheet, "Wiring")).toContainText(/North boom.*Accepted/);
  await expect(sheet.getByRole("button", { name: /close the|close barrier|lower/i })).toHaveCount(0);
  await expectAccessible(operator);
});

test("LIVE-11 a granted vehicle whose barrier did not open is marked in the gate, the event list and Why?", async ({
  site,
  operator,
  hardware,
}) => {
  const text = "Granted, barrier did not open";
  hardware.reply = "rejects";
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await addIdentifier(site, "KA01AB1234");
  await operator.goto(`${page}?open=gates.${gate.id}`);
  const passages = section(dialog(operator, "Gate"), "Last passages");
  await waitForLiveUpdates(operator);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await expect(passages.getByText(text)).toHaveAttribute("data-tone", "bad");
  await operator.goto("/access-control/events");
  await expect(eventRow(operator, "Entry camera").getByText(text)).toHaveAttribute("data-tone", "bad");
  await operator.getByRole("button", { name: "Why? KA01AB1234" }).click();
  await expect(dialog(operator, "Why?").getByRole("status")).toContainText(text);
  await expectAccessible(operator);
});

test("ENG-1 a person opens a barrier with a reason, and sees the relay's result only", async ({
  site,
  operator,
  hardware,
}) => {
  const gate = await addWiredGate(site, hardware, "Main entry", {});
  await operator.goto(`${page}?open=gates.${gate.id}`);
  const sheet = dialog(operator, "Gate");
  await sheet.getByRole("button", { name: "Open barrier" }).click();
  const form = sheet.getByRole("form", { name: "Open barrier" });
  await form.getByRole("button", { name: "Open barrier" }).click();
  await expect(control(form, "Reason")).toHaveAccessibleDescription("Enter a reason");
  hardware.reply = "rejects";
  await control(form, "Reason").fill("Fire brigade");
  await control(form, "Reason").press("Enter");
  await expect(form.getByRole("status")).toContainText("Rejected by the device.");
  expect(hardware.pulses).toBe(0);
  hardware.reply = "accepts";
  await form.getByRole("button", { name: "Open barrier" }).click();
  await expect(form.getByRole("status")).toContainText(
    "Relay switched. Only position contacts show whether the arm moves.",
  );
  expect(hardware.pulses).toBe(1);
  await expect(section(sheet, "Last commands")).toContainText("Manual, admin: Fire brigade");
  await sheet.getByRole("button", { name: "Show text" }).click();
  const text = sheet.getByRole("form", { name: "Show text" });
  await control(text, "Text").fill("PLEASE WAIT");
  await control(text, "Reason").fill("Queue");
  await text.getByRole("button", { name: "Show text" }).click();
  await expect(text.getByRole("status")).toContainText("Text accepted by the display.");
  expect(hardware.shownTexts.at(-1)).toContain("PLEASE WAIT");
});

test("ENG-1 an unreachable barrier is reported, also by its test button", async ({ site, operator, hardware }) => {
  const gate = await addWiredGate(site, hardware, "Main entry", {});
  await hardware.stop();
  await operator.goto(`${page}?open=gates.${gate.id}`);
  const sheet = dialog(operator, "Gate");
  await sheet.getByRole("button", { name: "Open barrier" }).click();
  const form = sheet.getByRole("form", { name: "Open barrier" });
  await control(form, "Reason").fill("Try out");
  await control(form, "Reason").press("Enter");
  await expect(form.getByRole("status")).toContainText("Device not reachable");
  await operator.goto(`${page}?open=boom_barriers.${gate.boomBarrierId}`);
  const barrier = dialog(operator, "Edit boom barrier");
  await barrier.getByRole("button", { name: "Test pulse" }).click();
  await answerConfirmation(operator, "This opens the barrier. Test now?", "Yes");
  await expect(barrier.getByRole("status")).toContainText("Unreachable:");
});

test("ENG-1 a gate without hardware offers no commands", async ({ site, operator }) => {
  const { id } = await addGate(site, "Bare gate");
  await operator.goto(`${page}?open=gates.${id}`);
  await expect(dialog(operator, "Gate")).toContainText("This gate has no barrier, buzzer or display.");
});
