import { readFile } from "node:fs/promises";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, createSensorPusher, eventRow, platePattern } from "../src/events.ts";
import { addGate, addLane, addLoop, addReader } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { blockLiveUpdates, waitForLiveUpdates } from "../src/live-updates.ts";
import { dialog, field, tablet } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { expectApart } from "../src/widths.ts";

const anpr = "/access-control/events";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('EVT-1 PROCESSED is the first tab, RECEIVED the second, and each shows "No events" when empty', async ({
  site,
  operator,
}) => {
  await site.switchOn("EPLD");
  await operator.goto("/epld/events");
  await expect(operator.getByRole("tab", { name: "PROCESSED", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(operator.getByText("No events")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await operator.getByRole("tab", { name: "RECEIVED", exact: true }).click();
  await expect(operator).toHaveURL("/epld/events?tab=received");
  await expect(operator.getByText("No events")).toBeVisible();
  await operator.getByRole("tab", { name: "All", exact: true }).click();
  await expect(operator).toHaveURL("/epld/events?tab=all");
  await expect(operator.getByText("No events")).toBeVisible();
});

test("EVT-1 ENG-1 plates are listed as granted or denied at a gate, or undecided without a gate", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const entry = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const yard = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await addGate(site, "Main entry", { cameraId: entry.cameraId });
  await addIdentifier(site, "KA01AB1234", { ownerName: "Asha Rao" });
  await entry.push(
    { type: "plate", plate: "ka 01-ab 1234", vehicleType: "CAR" },
    { type: "plate", plate: "TN22BZ9001" },
  );
  await yard.push({ type: "plate", plate: "MH12QX7788" });
  await operator.goto(anpr);
  const granted = eventRow(operator, "Entry camera");
  await expect(granted).toHaveText(platePattern("KA01AB1234"));
  await expect(granted).toContainText("Granted");
  await expect(granted).toContainText("Entry");
  await expect(granted).toContainText("Car");
  await expect(granted).toContainText("Main entry");
  await test.step("on a tablet the vehicle is below the direction, and the outcome beside Why?", async () => {
    await operator.setViewportSize(tablet);
    await expect(operator.getByRole("columnheader", { name: "Vehicle", exact: true })).toHaveCount(0);
    await expect(granted.getByRole("cell", { name: "Entry Car" })).toBeVisible();
    await expectApart(granted.getByText("Granted", { exact: true }), granted.getByRole("button", { name: /^Why\?/ }));
  });
  await operator.getByRole("tab", { name: "RECEIVED", exact: true }).click();
  await expect(eventRow(operator, "Entry camera")).toContainText(/Denied.*Plate not registered/);
  await expect(eventRow(operator, "Yard camera")).toContainText(/Not decided.*This camera isn't assigned to a gate/);
  await operator.getByRole("tab", { name: "All", exact: true }).click();
  await expect(operator.getByRole("table", { name: "Events" }).getByRole("row")).toHaveCount(4);
  await expect(operator.getByText("3 events", { exact: true })).toBeVisible();
  await operator.getByRole("combobox", { name: "Outcome" }).selectOption("Denied");
  await expect(operator).toHaveURL(`${anpr}?tab=all&outcome=denied`);
  await expect(operator.getByText("1 event", { exact: true })).toBeVisible();
  // A click on the row opens the event.
  await eventRow(operator, "Entry camera").getByRole("cell", { name: "Entry", exact: true }).click();
  await expect(operator.getByRole("dialog", { name: "Why?" }).getByRole("status")).toContainText("Denied");
});

test("EVT-2 a tag event shows the decision, its reader and direction", async ({ site, operator }) => {
  await site.switchOn("RFID_ACCESS_CONTROL");
  const reader = await addReader(site, "Exit reader", "X");
  await addGate(site, "Main exit", { type: "X", sensorId: reader.id });
  await addIdentifier(site, "E2003411B802", { type: "RFID", lp: "KA01AB1234", vehicleType: "CAR" });
  const pusher = await createSensorPusher(site, reader);
  await pusher.push({ type: "tag", tag: "E2003411B802" }, { type: "tag", tag: "E2009999AAAA" });
  await operator.goto("/access-control/rfid-events");
  const granted = eventRow(operator, "Exit reader");
  await expect(granted).toHaveText(platePattern("E2003411B802"));
  await expect(granted).toContainText(/Exit.*Granted/);
  await operator.getByRole("tab", { name: "RECEIVED", exact: true }).click();
  await expect(eventRow(operator, "Exit reader")).toHaveText(platePattern("E2009999AAAA"));
  await expect(eventRow(operator, "Exit reader")).toContainText("Denied");
  await expectAccessible(operator);
});

test("EVT-2 a speed has two decimals and its limit is in kmph", async ({ site, operator }) => {
  await site.switchOn("OSD");
  const lane = await addLane(site, "Ramp");
  const device = await addPushingDevice(site, "OSD", "Ramp camera");
  const params = { module: "osd", id: device.cameraId };
  await site.call("PATCH /cameras/{module}/{id}", { params, body: { laneId: lane.id } });
  await device.push(
    { type: "plate", plate: "KA03HH1111", speed: 52.346, vehicleClass: "4w" },
    { type: "plate", plate: "KA03HH2222", speed: 18, vehicleClass: "2w" },
  );
  await operator.goto("/overspeed-detection/events");
  await expect(eventRow(operator, "52.35 kmph")).toContainText("15 kmph");
  await expect(eventRow(operator, "52.35 kmph")).toHaveText(platePattern("KA03HH1111"));
  await operator.getByRole("button", { name: "Why? KA03HH1111" }).click();
  const why = dialog(operator, "Why?");
  await expect(why.getByRole("status")).toHaveText(/^Above the speed limit52\.35 kmph where 15 kmph are allowed$/);
  await expect(why.getByText("No registered identifier or reservation matches.")).toHaveCount(0);
  await operator.keyboard.press("Escape");
  await expect(why).toHaveCount(0);
  await operator.getByRole("tab", { name: "RECEIVED", exact: true }).click();
  await expect(eventRow(operator, "18.00 kmph")).toContainText("20 kmph");
});

interface LiveCase {
  module: EventModule;
  path: string;
  send: object;
  expected: RegExp;
}
const liveCases: readonly LiveCase[] = [
  {
    module: "CAMERA_COUNTING",
    path: "/camera-counting/events",
    send: { type: "count", direction: "exit", vehicleClass: "2w", count: 3 },
    expected: /Source A.*Exit.*3/,
  },
  {
    module: "EPLD",
    path: "/epld/events?tab=received",
    send: {
      type: "slots",
      slots: [
        { name: "A1", state: "free" },
        { name: "A2", state: "error" },
      ],
    },
    expected: /Source A.*A1 free.*A2 error/,
  },
];
for (const { module, path, send, expected } of liveCases) {
  test(`EVT-2 ${path} shows the events of its devices live`, async ({ site, operator }) => {
    await site.switchOn(module);
    const device = await addPushingDevice(site, module, "Source A");
    await operator.goto(path);
    await waitForLiveUpdates(operator);
    await device.push(send);
    const row = eventRow(operator, "Source A");
    await expect(row).toHaveText(expected);
    await expect(row.getByRole("button", { name: "Why? Source A" })).toBeVisible();
  });
}

test("EVT-2 a loop pulse shows its detector and Entry", async ({ site, operator }) => {
  await site.switchOn("LOOP_DETECTOR");
  const loop = await createSensorPusher(site, await addLoop(site, "7", "Ramp loop"));
  await loop.push({ type: "loop" });
  await operator.goto("/loop-detector/events");
  await expect(eventRow(operator, "Ramp loop")).toContainText("Entry");
});

test("EVT-4 events are listed newest first, filtered by the URL, and each filter is a removable chip", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const north = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "North camera");
  const south = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "South camera");
  await north.push(
    { type: "plate", plate: "OLD1", at: hoursAgo(30) },
    { type: "plate", plate: "NEW2", at: hoursAgo(0.2) },
  );
  await south.push({ type: "plate", plate: "NEW3", at: hoursAgo(0.1) });
  await operator.goto(`${anpr}?tab=received`);
  const plates = operator.getByRole("table", { name: "Events" }).getByRole("button", { name: /^(OLD|NEW)/ });
  await expect(plates).toHaveText([/NEW\s*3/, /NEW\s*2/, /OLD\s*1/]);
  await operator.getByRole("combobox", { name: "Time" }).selectOption("Last 24 hours");
  await expect(plates).toHaveText([/NEW\s*3/, /NEW\s*2/]);
  await expect(operator.getByText("2 events", { exact: true })).toBeVisible();
  await operator.getByRole("combobox", { name: "Source" }).selectOption("North camera");
  await expect(plates).toHaveText([/NEW\s*2/]);
  await operator.reload();
  await expect(plates).toHaveText([/NEW\s*2/]);
  const chips = operator.getByRole("list", { name: "Filters" });
  await chips.getByRole("button", { name: "North camera" }).click();
  await expect(plates).toHaveText([/NEW\s*3/, /NEW\s*2/]);
  await operator.getByRole("searchbox", { name: "Search plate" }).fill("old 1");
  await expect(operator.getByText("No event matches these filters.")).toBeVisible();
  await operator.getByRole("combobox", { name: "Time" }).selectOption("Custom range");
  const until = operator.getByRole("textbox", { name: "Until", exact: true });
  await until.fill("15 Nov");
  await chips.getByRole("button", { name: "Clear all" }).click();
  await expect(until).toBeHidden();
  await expect(plates).toHaveCount(3);
  await expect(operator).toHaveURL(`${anpr}?tab=received`);
  await operator.getByRole("searchbox", { name: "Search plate" }).fill("none");
  await operator.getByRole("combobox", { name: "Time" }).selectOption("Custom range");
  await until.fill("15 Nov");
  await operator.getByRole("button", { name: "Clear filters" }).click();
  await expect(until).toBeHidden();
  await expect(plates).toHaveCount(3);
});

test("EVT-4 parameters that look like other values than texts are texts, or are ignored", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto(`${anpr}?q=true&source=false&from=[]&page=x`);
  await expect(operator.getByRole("searchbox", { name: "Search plate" })).toHaveValue("true");
  await expect(operator.getByRole("combobox", { name: "Source" })).toHaveValue("false");
  await expect(operator.getByText("No event matches these filters.")).toBeVisible();
  await operator.goto(`${anpr}?q=1e5&source=12345678901234567890`);
  await expect(operator.getByRole("searchbox", { name: "Search plate" })).toHaveValue("1e5");
  await expect(operator.getByRole("combobox", { name: "Source" })).toHaveValue("12345678901234567890");
});

test("EVT-4 filtering by outcome selects its tab", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto(anpr);
  await operator.getByRole("combobox", { name: "Outcome" }).selectOption("Denied");
  await expect(operator).toHaveURL(`${anpr}?tab=received&outcome=denied`);
  await operator.getByRole("combobox", { name: "Outcome" }).selectOption("Granted");
  await expect(operator.getByRole("tab", { name: "PROCESSED", exact: true })).toHaveAttribute("aria-selected", "true");
});

test("EVT-4 pages have fifty events, and the filtered events can be exported", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  const plates = Array.from({ length: 60 }, (_, index) => `KA${1000 + index}`);
  await device.push(...plates.map((plate, index) => ({ type: "plate", plate, at: hoursAgo(3 - index / 60) })));
  await operator.goto(`${anpr}?tab=received`);
  const rows = operator.getByRole("table", { name: "Events" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await expect(rows.nth(1)).toHaveText(platePattern("KA1059"));
  await operator.getByRole("button", { name: "Next" }).click();
  await expect(rows).toHaveCount(11);
  await expect(rows.last()).toHaveText(platePattern("KA1000"));
  await operator.reload();
  await expect(rows).toHaveCount(11);
  await operator.getByRole("button", { name: "Previous" }).click();
  await expect(rows).toHaveCount(51);
  await operator.getByRole("searchbox", { name: "Search plate" }).fill("KA103");
  await expect(rows).toHaveCount(11);
  const saved = operator.waitForEvent("download");
  await operator.getByRole("button", { name: "Export CSV" }).click();
  const lines = (await readFile(await (await saved).path(), "utf8")).trim().split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[1]).toContain("KA1039");
});

test("EVT-4 a failure to load events is shown and can be retried", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  // The first live connection refetches event lists: only "Try again" may.
  await blockLiveUpdates(operator);
  await operator.route("**/api/events/**", (route) => route.fulfill({ status: 403, body: "" }));
  await operator.goto(anpr);
  await expect(operator.getByRole("alert")).toContainText("Failed to fetch events");
  await operator.unroute("**/api/events/**");
  await operator.getByRole("button", { name: "Try again" }).click();
  await expect(operator.getByText("No events")).toBeVisible();
});

test("EVT-4 a time that can't be read and an end before the start are explained at their field", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  await operator.goto(anpr);
  await operator.getByRole("combobox", { name: "Time" }).selectOption("Custom range");
  const [from, until] = [field(operator, "From"), field(operator, "Until")];
  await until.fill("31 Nov 2026, 10:00");
  await until.press("Tab");
  await expect(until).toHaveAccessibleDescription(/Enter date and time, such as/);
  await until.fill("31 Oct 2026, 23:59");
  await expect(until).not.toHaveAccessibleDescription(/Enter date and time/);
  await from.fill("1 Nov 2026, 01:30");
  await expect(until).toHaveAccessibleDescription(/Must be after the start/);
});
