import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, platePattern } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { dialog, field } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

async function addLane(site: Site, name: string) {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", `${name} camera`);
  const gate = await addGate(site, name, { cameraId: device.cameraId });
  return { gate, read: (plate: string) => device.push({ type: "plate", plate }) };
}

const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** Left and top of each panel. */
const placesOf = (page: Page, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const { x = -1, y = -1 } = (await panel(page, name).boundingBox()) ?? {};
      return { x: Math.round(x), y: Math.round(y) };
    }),
  );

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("OPS-3 a guard watches three gates side by side, and keys act on the chosen one", async ({ site, operator }) => {
  const north = await addLane(site, "North");
  const south = await addLane(site, "South");
  const west = await addLane(site, "West");
  await addLane(site, "East");
  await addLane(site, "Service");

  await test.step("the gates are chosen once, and the address can be bookmarked", async () => {
    await operator.goto("/station");
    await operator.getByRole("button", { name: "Watch several gates", exact: true }).click();
    const picker = dialog(operator, "Gates on this screen");
    for (const name of ["North", "South", "West", "East"])
      await picker.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
    await expect(picker.getByRole("checkbox", { name: /^Service/ })).toBeDisabled();
    await picker.getByRole("checkbox", { name: /^East/ }).uncheck();
    await expectAccessible(operator);
    await picker.getByRole("button", { name: "Show 3 gates", exact: true }).click();
    await expect(operator).toHaveURL(
      new RegExp(`/station/${north.gate.id}\\?with=${south.gate.id}(,|%2C)${west.gate.id}$`),
    );
    await operator.reload();
    for (const name of ["North", "South", "West"]) await expect(panel(operator, name)).toContainText("No vehicles yet");
  });

  await test.step("each gate shows its own vehicle", async () => {
    await waitForLiveUpdates(operator);
    await north.read("KA01AB1111");
    await south.read("KA02CD2222");
    await expect(panel(operator, "North")).toContainText(platePattern("KA01AB1111"));
    await expect(panel(operator, "South")).toContainText(platePattern("KA02CD2222"));
    await expect(panel(operator, "West")).toContainText("No vehicles yet");
    await expectAccessible(operator);
  });

  await test.step("keys act on the chosen gate, which is marked", async () => {
    const form = dialog(operator, "Turn away");
    await expect(panel(operator, "North")).toHaveAttribute("aria-current", "true");
    await operator.keyboard.press("d");
    await expect(form).toContainText(platePattern("KA01AB1111"));
    await operator.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await operator.keyboard.press("ArrowRight");
    await expect(panel(operator, "South")).toBeFocused();
    await expect(panel(operator, "South")).toHaveAttribute("aria-current", "true");
    await expect(panel(operator, "North")).not.toHaveAttribute("aria-current", "true");
    await expect(operator.getByText("Keys act here", { exact: true })).toHaveCount(1);
    await operator.keyboard.press("d");
    await expect(form).toContainText(platePattern("KA02CD2222"));
    await field(form, "Reason").fill("Not expected");
    await operator.keyboard.press("Enter");
    await expect(panel(operator, "South")).toContainText("Turned away by admin: Not expected");
    await expect(panel(operator, "North")).toContainText("waiting");
    await panel(operator, "North").getByRole("heading", { name: "North", exact: true }).click();
    await expect(panel(operator, "North")).toHaveAttribute("aria-current", "true");
  });

  await test.step("three columns on a desk, two on a tablet, stacked on a phone", async () => {
    const names = ["North", "South", "West"];
    const shapes = [
      { width: 1440, columns: 3, rows: 1 },
      { width: 1024, columns: 2, rows: 2 },
      { width: 390, columns: 1, rows: 3 },
    ];
    for (const { width, columns, rows } of shapes) {
      await operator.setViewportSize({ width, height: 900 });
      await expect
        .poll(async () => {
          const places = await placesOf(operator, names);
          return [new Set(places.map(({ x }) => x)).size, new Set(places.map(({ y }) => y)).size];
        })
        .toEqual([columns, rows]);
      expect(await overflowOf(operator)).toBeLessThanOrEqual(0);
    }
  });

  await test.step("a gate is removed from the screen", async () => {
    await operator.getByRole("button", { name: "Remove West from the screen", exact: true }).click();
    await expect(operator).toHaveURL(new RegExp(`/station/${north.gate.id}\\?with=${south.gate.id}$`));
    await operator.getByRole("button", { name: "Remove North from the screen", exact: true }).click();
    await expect(operator).toHaveURL(new RegExp(`/station/${south.gate.id}$`));
    await expect(panel(operator, "South")).toBeVisible();
    await expect(panel(operator, "North")).toHaveCount(0);
  });
});

test("OPS-3 OPS-9 several gates are handed over at once, and a gate that is gone is explained", async ({
  site,
  operator,
}) => {
  const north = await addLane(site, "North");
  const south = await addLane(site, "South");
  await north.read("KA01AB1111");
  await site.call("POST /station/{gateId}/notes", {
    params: { gateId: south.gate.id },
    body: { text: "Loop is being repaired", eventId: null },
  });
  await operator.goto(`/station/${north.gate.id}?with=${south.gate.id},999999`);
  await expect(operator.getByText("This gate does not exist")).toBeVisible();
  await operator.getByRole("button", { name: "Remove it from the screen", exact: true }).click();
  await expect(operator.getByText("This gate does not exist")).toHaveCount(0);
  await operator.getByRole("button", { name: "Shift handover", exact: true }).click();
  const handover = dialog(operator, "Shift handover");
  await expect(handover.getByRole("region", { name: "Waiting vehicles" })).toContainText(/North.*KA.*1111/);
  await expect(handover.getByRole("region", { name: "Notes", exact: true })).toContainText(
    "South Loop is being repaired",
  );
  await handover.getByRole("button", { name: "I have read this and take over", exact: true }).click();
  await expect(handover).toHaveCount(0);
  for (const name of ["North", "South"]) await expect(panel(operator, name)).toContainText("admin since");
});
