import { expectAccessible } from "../src/axe.ts";
import { expect, test } from "../src/device-test.ts";
import { addPushingDevice, createSensorPusher } from "../src/events.ts";
import { addLoop, addReader } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { answerConfirmation, banner, card, dialog } from "../src/page-parts.ts";

test("INT-3 the page shows the address, the secret, and the last push live", async ({ site, operator, request }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  await waitForLiveUpdates(operator);
  const pushing = card(operator, "Event push");
  await expect(pushing).toContainText(`${site.address}/api/ingest/${device.id}`);
  await expect(pushing).toContainText("Nothing received yet.");
  const settings = await site.call("GET /ai-devices/{id}/ingest", { params: { id: device.id } });
  const secret = String(settings.secret);
  await expect(pushing).not.toContainText(secret);
  await pushing.getByRole("button", { name: "Show the secret" }).click();
  await expect(pushing).toContainText(secret);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await expect(pushing.getByRole("status")).toContainText("Understood as Gatehouse JSON: 1 plate.");
  await expect(pushing).toContainText('"plate":"KA01AB1234"');
  await request.post(`/api/ingest/${device.id}`, {
    headers: { authorization: `Bearer ${secret}` },
    data: { hello: 1 },
  });
  await expect(pushing.getByRole("status")).toContainText("Not understood:");
  await request.post(`/api/ingest/${device.id}`, { data: {} });
  await expect(pushing.getByRole("status")).toContainText("Rejected");
  await expectAccessible(operator);
});

test("INT-3 a new secret replaces the old one, and a trusted address needs none", async ({
  site,
  operator,
  request,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  const pushing = card(operator, "Event push");
  await pushing.getByRole("button", { name: "New secret" }).click();
  await answerConfirmation(operator, "Create a new secret?", "Yes");
  await expect(banner(operator, "New secret created")).toBeVisible();
  await expect(device.push({ type: "plate", plate: "KA1" })).rejects.toThrow("401");
  await pushing.getByRole("switch", { name: "Accept without secret (trusted IP)" }).press("Space");
  await expect(banner(operator, "Saved")).toBeVisible();
  const event = { type: "plate", plate: "KA1", id: "by-address" };
  await expect.poll(async () => (await request.post(`/api/ingest/${device.id}`, { data: event })).status()).toBe(200);
});

test("FEED-1 plates without a time open gates only after an installer allows it", async ({ site, operator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Camera without a clock");
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  const pushing = card(operator, "Event push");
  const allowed = pushing.getByRole("switch", { name: "Open for plates without a time" });
  await expect(allowed).not.toBeChecked();
  await allowed.press("Space");
  await expect(banner(operator, "Saved")).toBeVisible();
  await expect(allowed).toBeChecked();
  await expectAccessible(operator);
});

test("INT-3 the dialogs of readers and loops show their push address", async ({ site, operator }) => {
  await site.switchOn("RFID_ACCESS_CONTROL", "LOOP_DETECTOR");
  const reader = await addReader(site, "Entry reader", "N");
  await operator.goto(`/access-control/rfidos/settings?open=sensors.${reader.id}`);
  await waitForLiveUpdates(operator);
  const form = dialog(operator, "Edit reader");
  await expect(form).toContainText(`${site.address}/api/ingest/sensor-${reader.id}`);
  await (await createSensorPusher(site, reader)).push({ type: "tag", tag: "E2003411B802" });
  await expect(form.getByRole("status").filter({ hasText: "Understood" })).toContainText("1 tag.");
  await expectAccessible(operator);
  const loop = await addLoop(site, "7", "Ramp loop");
  await operator.goto(`/loop-detector/settings?open=loops.${loop.id}`);
  await expect(dialog(operator, "Edit loop detector")).toContainText(`/api/ingest/sensor-${loop.id}`);
});

test("INT-2 undelivered messages to MyGate are listed, and can be retried or discarded", async ({
  site,
  operator,
  simulator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const { syncAPIUrl, notifyAPIUrl, apiKey, vehicles } = await simulator.external();
  await site.call("PUT /ac/mygate-integration-settings", {
    body: { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "site-1" },
  });
  await site.call("POST /ac/mygate-sync", {});
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await site.call("POST /gates", { body: { name: "Main entry", type: "N", cameraId: device.cameraId } });
  await simulator.controlExternal("set-fault", { fault: "wrong-credentials" });
  await device.push(
    { type: "plate", plate: vehicles[0]?.plate ?? "" },
    { type: "plate", plate: vehicles[1]?.plate ?? "" },
  );
  await operator.goto("/settings");
  const waiting = operator.getByRole("table", { name: "Waiting for other systems" });
  await expect(waiting.getByRole("row").filter({ hasText: "MyGate notice" })).toHaveCount(2);
  await expect(waiting).toContainText("Entry of");
  await expectAccessible(operator);
  await operator.setViewportSize({ width: 1440, height: 900 });
  await waiting
    .getByRole("button", { name: /^Discard/ })
    .first()
    .click();
  await answerConfirmation(operator, "It will not be delivered.", "Yes");
  await expect(banner(operator, "Message discarded")).toBeVisible();
  await expect(waiting.getByRole("row").filter({ hasText: "MyGate notice" })).toHaveCount(1);
  await simulator.controlExternal("set-fault", { fault: "normal" });
  await waiting.getByRole("button", { name: /^Retry now/ }).click();
  await expect(waiting).toContainText("Queue empty");
});

test("ALERT-1 new alerts are counted in the menu, live", async ({ site, operator }) => {
  await site.switchOn("EPLD");
  await operator.goto("/epld/events");
  await waitForLiveUpdates(operator);
  const entry = operator.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: /^Alerts/ });
  await expect(entry.getByRole("img")).toHaveCount(0);
  await site.seed.alert({ type: "EPLD_MISSING_SLOT", scope: "epld", title: "Slot B2-14 is missing" });
  await expect(entry.getByRole("img", { name: "1 new" })).toBeVisible();
});

test("SAFE-1 an unreadable secret is shown on the device's page and can be replaced there", async ({
  site,
  operator,
}) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await operator.route(
    `**/api/ai-devices/${device.id}/ingest`,
    async (route) => {
      const answered = await route.fetch();
      await route.fulfill({ response: answered, json: { ...(await answered.json()), secret: null } });
    },
    { times: 1 },
  );
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${device.id}`);
  const pushing = card(operator, "Event push");
  await expect(pushing.getByRole("alert")).toContainText("Secret unreadable, issue a new one");
  await expectAccessible(operator);
  await pushing.getByRole("button", { name: "New secret" }).click();
  await expect(banner(operator, "New secret created")).toBeVisible();
  await expect(pushing.getByRole("button", { name: "Show the secret" })).toBeVisible();
});
