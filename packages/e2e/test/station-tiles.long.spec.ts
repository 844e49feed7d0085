import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, platePattern } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { dialog, field } from "../src/page-parts.ts";
import type { Site } from "../src/site.ts";
import { pressStationKey } from "../src/station.ts";
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

/** Three gates on one screen. */
async function openThree(site: Site, page: Page) {
  const [north, south, west] = [
    await addLane(site, "North"),
    await addLane(site, "South"),
    await addLane(site, "West"),
  ];
  await page.goto(`/station/${north.gate.id}?with=${south.gate.id},${west.gate.id}`);
  await expect(panel(page, "West")).toContainText("No vehicles yet");
  await waitForLiveUpdates(page);
  return { north, south, west };
}

test("OPS-3 the gates of a screen are chosen once, and its address can be bookmarked", async ({ site, operator }) => {
  const [north, south, west] = [
    await addLane(site, "North"),
    await addLane(site, "South"),
    await addLane(site, "West"),
  ];
  for (const name of ["East", "Service"]) await addGate(site, name);
  await operator.goto("/station");
  await operator.getByRole("button", { name: "Watch several gates", exact: true }).click();
  const picker = dialog(operator, "Gates on this screen");
  for (const name of ["North", "South", "West", "East"])
    await picker.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
  await expect(picker.getByRole("checkbox", { name: /^Service/ })).toBeDisabled();
  await picker.getByRole("checkbox", { name: /^East/ }).uncheck();
  await picker.getByRole("button", { name: "Show 3 gates", exact: true }).click();
  await expect(operator).toHaveURL(
    new RegExp(`/station/${north.gate.id}\\?with=${south.gate.id}(,|%2C)${west.gate.id}$`),
  );
  await operator.reload();
  for (const name of ["North", "South", "West"]) await expect(panel(operator, name)).toContainText("No vehicles yet");
  await operator.getByRole("button", { name: "Remove West from the screen", exact: true }).click();
  await expect(operator).toHaveURL(new RegExp(`/station/${north.gate.id}\\?with=${south.gate.id}$`));
  await operator.getByRole("button", { name: "Remove North from the screen", exact: true }).click();
  await expect(operator).toHaveURL(new RegExp(`/station/${south.gate.id}$`));
  await expect(panel(operator, "South")).toBeVisible();
  await expect(panel(operator, "North")).toHaveCount(0);
});

test("OPS-3 gates side by side show their own vehicles, and keys act on the chosen gate", async ({
  site,
  operator,
}) => {
  const { north, south } = await openThree(site, operator);
  await north.read("KA01AB1111");
  await south.read("KA02CD2222");
  await expect(panel(operator, "North")).toContainText(platePattern("KA01AB1111"));
  await expect(panel(operator, "South")).toContainText(platePattern("KA02CD2222"));
  await expect(panel(operator, "West")).toContainText("No vehicles yet");
  const form = dialog(operator, "Turn away");
  await expect(panel(operator, "North")).toHaveAttribute("aria-current", "true");
  await pressStationKey(operator, "d");
  await expect(form).toContainText(platePattern("KA01AB1111"));
  await operator.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await operator.keyboard.press("ArrowRight");
  await expect(panel(operator, "South")).toBeFocused();
  await expect(panel(operator, "South")).toHaveAttribute("aria-current", "true");
  await expect(panel(operator, "North")).not.toHaveAttribute("aria-current", "true");
  await pressStationKey(operator, "d");
  await expect(form).toContainText(platePattern("KA02CD2222"));
  await field(form, "Reason").fill("Not expected");
  await operator.keyboard.press("Enter");
  await expect(panel(operator, "South")).toContainText("Turned away by admin: Not expected");
  await expect(panel(operator, "North")).toContainText("waiting");
  await panel(operator, "North").getByRole("heading", { name: "North", exact: true }).click();
  await expect(panel(operator, "North")).toHaveAttribute("aria-current", "true");
});

test("OPS-3 three gates are beside each other on a desk, in two columns on a tablet, stacked on a phone", async ({
  site,
  operator,
}) => {
  const { north } = await openThree(site, operator);
  await north.read("KA01AB1111");
  await expect(panel(operator, "North")).toContainText(platePattern("KA01AB1111"));
  const shapeAt = async (width: number) => {
    await operator.setViewportSize({ width, height: 900 });
    const places = await placesOf(operator, ["North", "South", "West"]);
    return [new Set(places.map(({ x }) => x)).size, new Set(places.map(({ y }) => y)).size];
  };
  await expect.poll(() => shapeAt(1440)).toEqual([3, 1]);
  await expect.poll(() => shapeAt(1024)).toEqual([2, 2]);
  await expect.poll(() => shapeAt(390)).toEqual([1, 3]);
  await expectAccessible(operator);
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
