import type { Station } from "@gatehouse/contract/entities/station";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, type GateHardware, platePattern, startGateHardware } from "../src/events.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, control, dialog, field } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import type { Site } from "../src/site.ts";
import { createActionCounter, pressStationKey, stationCard } from "../src/station.ts";
import { startTcpProxy } from "../src/tcp-proxy.ts";
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

async function shelveAlert(site: Site, title: string, reason: string): Promise<void> {
  await site.seed.alert({ type: "AC_TICKET_VENDING_FAILED", scope: "ac", title });
  const alerts = await site.call("GET /alerts", { query: { scope: "ac", resolved: false } });
  const alert = alerts.find((one) => one.title === title);
  await site.call("POST /alerts/{id}/shelve", { params: { id: alert?.id ?? 0 }, body: { minutes: 60, reason } });
}

test("OPS-4 a misread known vehicle takes 2 actions, and the correction is remembered", async ({
  site,
  operator,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  await addIdentifier(site, "KA05MN8080", { ownerName: "Asha Rao" });
  await read("KA05MN808O");
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator).getByRole("list", { name: "Probably" })).toContainText(/Asha Rao.*Granted/);
  await expect(operator.getByRole("button", { name: "It is KA 05 MN 8080", exact: true })).toBeVisible();
  await expect(stationCard(operator)).toContainText("or issue a pass");
  await expectAccessible(operator);
  const { act, count } = createActionCounter();
  await act(() => pressStationKey(operator, "1"));
  const form = dialog(operator, "It is this one");
  await expect(form.getByRole("button", { name: "Correct and open for KA 05 MN 8080", exact: true })).toBeFocused();
  await expect(form.getByRole("switch", { name: "Remember this misread for this camera" })).not.toBeChecked();
  await act(() => operator.keyboard.press("Enter"));
  await expect(stationCard(operator).getByRole("status")).toContainText(
    /Accepted.*admin: Misread plate: KA 05 MN 8080/,
  );
  expect(count()).toBe(2);
  expect(hardware.pulses).toBe(1);
  await expect(stationCard(operator)).toContainText(
    /Read as KA 05 MN 808O, corrected by admin.*Decision for the misread plate: Denied/,
  );
  await expect(stationCard(operator)).toContainText("Registered: Asha Rao");
  await expect(stationCard(operator)).not.toContainText("or issue a pass");
});

test("OPS-4 an unknown visitor takes at most 4 actions", async ({ site, operator, hardware }) => {
  const { gate, read } = await addEntry(site, hardware);
  await read("KA01AB1234");
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("Denied");
  const { act, count } = createActionCounter();
  await act(() => operator.getByRole("button", { name: "Admit visitor", exact: true }).click());
  const form = dialog(operator, "Admit visitor");
  await act(() => field(form, "Visitor").fill("Meera"));
  await act(() => field(form, "Host").fill("Asha"));
  await act(() => form.getByRole("button", { name: "Admit and open for KA 01 AB 1234", exact: true }).click());
  await expect(stationCard(operator).getByRole("status")).toContainText("Accepted");
  expect(count()).toBeLessThanOrEqual(4);
  expect(hardware.pulses).toBe(1);
});

test("OPS-3 vehicles queue, two guards see who handles one, and a denial moves on to the next", async ({
  site,
  page,
  colleague,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  await signInAs(page, site, "ravi", { role: "guard", gateIds: [gate.id] });
  await addIdentifier(site, "KA03EF3333", { validTo: "2020-01-31T12:00:00Z" });
  await read("KA01AB1111");
  await page.goto(`/station/${gate.id}`);
  await colleague.goto(`${site.address}/station/${gate.id}`);
  await waitForLiveUpdates(page);
  await waitForLiveUpdates(colleague);
  await expect(stationCard(page)).toContainText(platePattern("KA01AB1111"));
  await pressStationKey(page, "d");
  const form = dialog(page, "Turn away");
  await expect(field(form, "Reason")).toBeFocused();
  await expect(colleague.getByText("ravi is handling this vehicle")).toBeVisible();
  await read("KA02CD2222");
  await read("KA03EF3333");
  const left = (who: Page) => who.getByRole("region", { name: "Vehicles that may have left" });
  await expect(left(colleague).getByRole("button")).toHaveCount(2);
  await expect(stationCard(page)).toContainText(platePattern("KA01AB1111"));
  await page.keyboard.press("Enter");
  await expect(field(form, "Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await field(form, "Reason").fill("Not expected");
  await page.keyboard.press("Enter");
  const stillThere = dialog(page, "Is it still at the barrier?").getByRole("button", {
    name: "Yes, it is still there",
  });
  await stillThere.click();
  await expect(stationCard(page)).toContainText(platePattern("KA03EF3333"));
  await expect(page.getByRole("region", { name: "Earlier vehicles" })).toContainText("Turned away by ravi");
  expect(hardware.pulses).toBe(0);
  // The only waiting vehicle stays in a list while an earlier one is shown.
  await page.getByRole("region", { name: "Earlier vehicles" }).getByRole("button").first().click();
  await expect(stationCard(page)).toContainText(platePattern("KA01AB1111"));
  await expect(page.getByRole("region", { name: "Waiting vehicles" }).getByRole("button")).toContainText(
    platePattern("KA03EF3333"),
  );
  await left(page)
    .getByRole("button", { name: platePattern("KA02CD2222") })
    .click();
  await expect(stationCard(page)).toContainText(platePattern("KA02CD2222"));
  // It stays when a dialog is closed, until it is turned away.
  await pressStationKey(page, "d");
  await expect(field(form, "Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await pressStationKey(page, "n");
  await field(dialog(page, "Note"), "Note").fill("Calls the host");
  await page.keyboard.press("Escape");
  await answerConfirmation(page, "You have unsaved changes. Close anyway?", "No");
  await field(dialog(page, "Note"), "Note").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Note")).toHaveCount(0);
  await expect(page.getByText("Calls the host")).toBeVisible();
  await expect(stationCard(page)).toContainText(platePattern("KA02CD2222"));
  await pressStationKey(page, "d");
  await field(form, "Reason").fill("Not expected");
  await page.keyboard.press("Enter");
  await stillThere.click();
  await expect(stationCard(page)).toContainText(platePattern("KA03EF3333"));
  // The times of the nearest fix are those of the site.
  await expect(
    stationCard(page).getByText(/^Change the dates of .*: expired on 31 Jan 2020, 12:00; it was/),
  ).toBeVisible();
  await expectAccessible(page);
  await pressStationKey(page, "d");
  await field(form, "Reason").fill("Expired");
  await page.keyboard.press("Enter");
  await expect(stationCard(page)).toContainText("Turned away by ravi: Expired");
});

test("OPS-3 with a loop, an open dialog says that another vehicle was read behind its own", async ({
  site,
  operator,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  // As if the first vehicle occupied a loop.
  await operator.route("**/api/station/*", async (route) => {
    const { waiting, left, ...station }: Station = await (await route.fetch()).json();
    const cards = [...waiting, ...left].toSorted((one, other) => one.event.id - other.event.id);
    const placed = cards.map((card, index) => ({ ...card, away: index === 0 ? null : "behind" }));
    await route.fulfill({ json: { ...station, waiting: placed, left: [] } });
  });
  await read("KA01AB1111");
  await read("KA02CD2222");
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  await pressStationKey(operator, "o");
  const form = dialog(operator, "Open Main entry");
  await expect(form).toContainText(platePattern("KA01AB1111"));
  await expect(form.getByRole("alert")).toHaveCount(0);
  await read("KA03EF3333");
  await expect(form.getByRole("alert")).toContainText(/Another vehicle was read since: KA.*3333/);
  await expect(form).toContainText(platePattern("KA01AB1111"));
  await operator.unroute("**/api/station/*");
});

test("OPS-6 a guard corrects a plate; the read stays, and the card shows the registered vehicle", async ({
  site,
  operator,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  await addIdentifier(site, "TN09BC7777", { ownerName: "Asha Rao" });
  await read("XX1");
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("XX1");
  await pressStationKey(operator, "p");
  const form = dialog(operator, "Correct plate");
  await field(form, "Actual plate").fill("TN09BC7777");
  await expect(form.getByRole("switch", { name: "Remember this misread for this camera" })).toHaveCount(0);
  await operator.keyboard.press("Enter");
  await expect(stationCard(operator)).toContainText("Read as XX 1, corrected by admin");
  await expect(stationCard(operator)).toContainText("Registered: Asha Rao");
  expect(hardware.pulses).toBe(0);
  await read("KA01A81234");
  await expect(stationCard(operator)).toContainText(platePattern("KA01A81234"));
  await pressStationKey(operator, "p");
  await field(form, "Actual plate").fill("KA01AB1234");
  const remember = form.getByRole("switch", { name: "Remember this misread for this camera" });
  await expect(remember).not.toBeChecked();
  await remember.click();
  await operator.keyboard.press("Enter");
  await expect(stationCard(operator)).toContainText("The camera remembers this misread.");
  await operator.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(stationCard(operator)).toContainText("Read as KA 01 A8 1234, corrected by admin");
  await expect(stationCard(operator)).not.toContainText("The camera remembers this misread.");
});

test("OPS-3 OPS-9 notes and contacts, and a shift that the next person takes over", async ({
  site,
  operator,
  hardware,
}) => {
  const { gate, read } = await addEntry(site, hardware);
  await shelveAlert(site, "Ticket machine 2 is empty", "Repair is booked");
  await read("KA01AB1234");
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("Denied");
  await pressStationKey(operator, "c");
  await expect(dialog(operator, "Call").getByRole("link", { name: "Global Configurations" })).toBeVisible();
  await operator.keyboard.press("Escape");
  await site.configure("stationContacts", "Reception +49 30 1234");
  await pressStationKey(operator, "n");
  await control(dialog(operator, "Note"), "Note").last().fill("Waits for a callback");
  await operator.keyboard.press("Enter");
  await expect(operator.getByRole("region", { name: "Notes of this shift" })).toContainText("Waits for a callback");
  await pressStationKey(operator, "c");
  const contacts = dialog(operator, "Call").getByRole("list", { name: "Contacts" });
  await expect(contacts.getByRole("link", { name: /Reception/ })).toHaveAttribute("href", "tel:+49301234");
  await operator.keyboard.press("Escape");
  await operator.getByRole("button", { name: "Shift handover", exact: true }).click();
  const handover = dialog(operator, "Shift handover");
  await expect(handover.getByRole("region", { name: "Waiting vehicles" })).toContainText(platePattern("KA01AB1234"));
  await expect(handover.getByRole("region", { name: "Notes", exact: true })).toContainText("Waits for a callback");
  await expect(handover.getByRole("region", { name: "Open alerts" })).not.toContainText("Ticket machine");
  await expect(handover.getByRole("region", { name: "Shelved alerts" })).toContainText(
    /Ticket machine 2 is empty until .*: Repair is booked \(admin\)/,
  );
  await expectAccessible(operator);
  await handover.getByRole("button", { name: "I have read this and take over", exact: true }).click();
  await expect(operator.getByText(/^admin since/)).toBeVisible();
  await expect(operator.getByRole("region", { name: "Notes of this shift" })).toHaveCount(0);
  await operator.goto("/settings/audit?entity=station_handovers");
  const trail = operator.getByRole("table", { name: "Audit trail" });
  await expect(trail.getByRole("row").filter({ hasText: "Took over Main entry" })).toContainText("admin");
  await trail.getByRole("button", { name: /^Details of entry/ }).click();
  await expect(dialog(operator, "Took over Main entry")).toContainText("Repair is booked");
});

test.describe("without a connection", () => {
  // What is being loaded while the connection breaks.
  test.use({ expectedErrors: /Failed to load resource/ });

  test("OPS-3 a lost connection is shown within 10 s, and nothing can be pressed until it is back", async ({
    site,
    operator,
    hardware,
  }) => {
    const { gate, read } = await addEntry(site, hardware);
    await read("KA01AB1234");
    const proxy = await startTcpProxy(site.address);
    await operator.goto(`${proxy.address}/station/${gate.id}`);
    await waitForLiveUpdates(operator);
    const open = operator.getByRole("button", { name: "Open for KA 01 AB 1234", exact: true });
    await expect(open).toBeEnabled();
    proxy.interrupt();
    await expect(operator.getByText(/Vehicles that arrive now are not shown/)).toBeVisible({ timeout: 10_000 });
    await expect(open).toBeDisabled();
    proxy.restore();
    await expect(open).toBeEnabled({ timeout: 20_000 });
    await proxy.stop();
  });
});

test("OPS-3 the station can be installed, muted and shown in full screen", async ({ site, operator, hardware }) => {
  const { gate } = await addEntry(site, hardware);
  await operator.goto(`/station/${gate.id}`);
  const manifest = await (await operator.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ start_url: "/station", display: "standalone" });
  for (const { src } of manifest.icons as { src: string }[])
    expect((await operator.request.get(src)).headers()["content-type"]).toBe("image/png");
  await expect(operator.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
  await operator.keyboard.press("m");
  await expect(operator.getByRole("button", { name: "Switch sound on", exact: true })).toBeVisible();
  await operator.reload();
  await operator.getByRole("button", { name: "Switch sound on", exact: true }).click();
  await expect(operator.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Full screen", exact: true }).click();
  await expect(operator.getByRole("navigation", { name: "Operations" })).toBeHidden();
  await operator.getByRole("button", { name: "Leave full screen", exact: true }).click();
  await expect(operator.getByRole("navigation", { name: "Operations" })).toBeVisible();
});
