import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { card, control, dialog } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

const gates = "/access-control/gates-and-actuators";
const forms: readonly [what: string, path: string, title: string, drivers: readonly string[]][] = [
  ["a boom barrier", `${gates}?open=boom_barriers.new`, "Add boom barrier", hardwareDrivers.relay],
  ["a buzzer", `${gates}?open=buzzers.new`, "Add buzzer", hardwareDrivers.relay],
  ["an indicator", `${gates}?open=displays.new-binary`, "Add indicator display", hardwareDrivers.relay],
  ["a grid", `${gates}?open=displays.new-grid`, "Add grid display", hardwareDrivers.sign],
  ["a loop", "/loop-detector/settings?open=loops.new", "Add loop detector", hardwareDrivers.loop],
  ["a reader", "/access-control/rfidos/settings?open=sensors.new", "Add reader", hardwareDrivers.reader],
];

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

for (const [what, path, title, drivers] of forms) {
  test(`LIVE-12 the form of ${what} suggests the drivers that exist for it`, async ({ operator }) => {
    await operator.goto(path);
    await control(dialog(operator, title), "Driver").click();
    await expect(operator.getByRole("listbox").getByRole("option")).toHaveText([...drivers]);
  });
}

test("LIVE-12 the RFID server settings suggest the drivers of readers", async ({ operator }) => {
  await operator.goto("/access-control/rfidos/settings");
  await control(card(operator, "RFID Server Settings"), "Driver").fill("");
  await expect(operator.getByRole("listbox").getByRole("option")).toHaveText([...hardwareDrivers.reader]);
});
