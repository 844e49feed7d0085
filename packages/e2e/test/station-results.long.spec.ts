import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, type GateHardware, platePattern, startGateHardware } from "../src/events.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { dialog } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { recordTones } from "../src/sounds.ts";
import { pressStationKey, stationCard } from "../src/station.ts";
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

async function addEntry(site: Site, hardware: GateHardware) {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  return { gate, read: (plate: string) => device.push({ type: "plate", plate }) };
}

test("OPS-3 LIVE-11 a granted vehicle whose barrier did not open says so in red until it is opened again", async ({
  site,
  operator,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  await addIdentifier(site, "KA05MN8080", { ownerName: "Asha Rao" });
  hardware.reply = "rejects";
  await read("KA05MN8080");
  await operator.goto(`/station/${gate.id}`);
  const verdict = stationCard(operator).getByText("Granted, barrier did not open", { exact: true });
  await expect(verdict).toHaveAttribute("data-tone", "bad");
  await expect(stationCard(operator)).toContainText("Registered: Asha Rao");
  await expectAccessible(operator);
  hardware.reply = "accepts";
  await operator.getByRole("button", { name: "Open again for KA 05 MN 8080", exact: true }).click();
  await dialog(operator, "Open Main entry").getByRole("button").filter({ hasText: "1" }).first().click();
  await expect(stationCard(operator).getByRole("status")).toContainText("Accepted");
  await expect(verdict).toHaveCount(0);
  expect(hardware.pulses).toBe(1);
});

test("OPS-3 each priority has its sound, and a muted station has none", async ({ site, operator, hardware }) => {
  const { gate, read } = await addEntry(site, hardware);
  await addIdentifier(site, "KA05MN8080");
  const tones = await recordTones(operator);
  await read("KA01AB0000");
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  await expect(stationCard(operator)).toContainText(platePattern("KA01AB0000"));
  expect(await tones()).toEqual([]);

  await test.step("a denied vehicle", async () => {
    await read("KA01AB1111");
    await expect.poll(tones).toEqual([523, 392]);
  });
  await test.step("a barrier that did not open", async () => {
    hardware.reply = "rejects";
    await read("KA05MN8080");
    await expect.poll(async () => (await tones()).slice(-4)).toEqual([880, 440, 880, 440]);
  });
  await test.step("a vehicle that waits for more than a minute", async () => {
    await operator.clock.setFixedTime(Date.now() + 61_000);
    await expect.poll(async () => (await tones()).slice(-3)).toEqual([660, 660, 660]);
  });
  await test.step("muted", async () => {
    await operator.keyboard.press("m");
    await expect(operator.getByRole("button", { name: "Switch sound on", exact: true })).toBeVisible();
    const before = await tones();
    await read("KA01AB2222");
    await expect(stationCard(operator)).toContainText(platePattern("KA01AB2222"));
    expect(await tones()).toEqual(before);
  });
});

test("OPS-3 Call offers the phone of the visitor's host first", async ({ site, operator, hardware }) => {
  const { gate, read } = await addEntry(site, hardware);
  await site.configure("stationContacts", "Reception +49 30 1234");
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const pass = { name: "Meera", host: "Asha", hostPhone: "+91 80 5555", lp: "KA01AB1234", uses: 1 };
  await site.call("POST /access/passes", {
    body: { ...pass, validFrom: at(-3_600_000), validTo: at(-1_800_000), rfid: null, gateIds: [] },
  });
  await read("KA01AB1234");
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("Visitor: Meera visits Asha");
  await pressStationKey(operator, "c");
  const contacts = dialog(operator, "Call").getByRole("list", { name: "Contacts" }).getByRole("link");
  await expect(contacts.first()).toHaveAttribute("href", "tel:+91805555");
  await expect(contacts).toHaveText([/Asha.*\+91 80 5555/, /Reception.*\+49 30 1234/]);
});
