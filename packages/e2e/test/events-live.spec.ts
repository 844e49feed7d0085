import { addPushingDevice, createSensorPusher, eventRow, platePattern } from "../src/events.ts";
import { addLoop } from "../src/hardware.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, control, dialog, fillIn } from "../src/page-parts.ts";
import { startTcpProxy } from "../src/tcp-proxy.ts";
import { expect, test } from "../src/test.ts";

const received = "/access-control/events?tab=received";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("EVT-4 matching events appear live, others don't, and a list under the pointer waits", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await device.push({ type: "plate", plate: "KA1" });
  await operator.goto(`${received}&q=KA`);
  await waitForLiveUpdates(operator);
  const rows = operator.getByRole("table", { name: "Events" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await device.push({ type: "plate", plate: "TN2" }, { type: "plate", plate: "KA3" });
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toHaveText(platePattern("KA3"));
  await rows.nth(1).hover();
  await device.push({ type: "plate", plate: "KA4" }, { type: "plate", plate: "KA5" });
  await operator.getByRole("button", { name: "2 new" }).click();
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toHaveText(platePattern("KA5"));
});

test("EVT-4 new rows wait while the list is scrolled down, and can be shown from there", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await device.push(...Array.from({ length: 50 }, (_, index) => ({ type: "plate", plate: `KA${1000 + index}` })));
  await operator.goto(received);
  await waitForLiveUpdates(operator);
  await expect(operator.getByRole("table", { name: "Events" }).getByRole("row")).toHaveCount(51);
  await operator.evaluate(() => scrollTo({ top: 600 }));
  await device.push({ type: "plate", plate: "LATEST1" });
  await operator.getByRole("button", { name: "1 new" }).click();
  await expect(eventRow(operator, "LATEST")).toBeInViewport();
});

test.describe("without a connection", () => {
  // What is being loaded while the connection breaks.
  test.use({ expectedErrors: /Failed to load resource/ });

  test("EVT-4 HEALTH-2 a lost connection is shown within ten seconds, and no event is missed", async ({
    site,
    operator,
    colleague,
  }) => {
    test.slow();
    const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
    const proxy = await startTcpProxy(site.address);
    await operator.goto(`${proxy.address}${received}`);
    await waitForLiveUpdates(operator);
    await device.push({ type: "plate", plate: "BEFORE1" });
    await expect(eventRow(operator, "BEFORE")).toBeVisible();
    // The list must not be loaded again: the stream delivers the missed events.
    let requests = 0;
    await operator.route(/\/api\/events\/[^/]+$/, (route) => {
      requests += 1;
      return route.continue();
    });
    await colleague.goto(`${site.address}${received}`);
    proxy.interrupt();
    await expect(operator.getByText(/^Offline since/).first()).toBeVisible({ timeout: 10_000 });
    await device.push({ type: "plate", plate: "MEANWHILE1" }, { type: "plate", plate: "MEANWHILE2" });
    // The event has reached connected pages.
    await expect(eventRow(colleague, "MEANWHILE")).toHaveCount(2);
    proxy.restore();
    await expect(eventRow(operator, "MEANWHILE")).toHaveCount(2, { timeout: 20_000 });
    await waitForLiveUpdates(operator);
    expect(requests).toBe(0);
    await proxy.stop();
  });
});

test("INT-3 a push without the secret is rejected and not listed", async ({ site, operator, request }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  const event = { type: "plate", plate: "KA1", id: "anonymous" };
  expect((await request.post(`/api/ingest/${device.id}`, { data: event })).status()).toBe(401);
  await operator.goto(received);
  await expect(operator.getByText("No events")).toBeVisible();
  await expect(banner(operator, "Failed")).toHaveCount(0);
});

test("DISP-5 an open preview shows changed variables live", async ({ site, operator }) => {
  await site.switchOn("LOOP_DETECTOR");
  const loop = await createSensorPusher(site, await addLoop(site, "7", "Ramp loop"));
  const variables = await site.call("GET /variables", { query: { scope: "loop" } });
  const { name = "" } = variables.find(({ type }) => type === "base") ?? {};
  await operator.goto("/loop-detector/settings?open=displays.new-grid");
  await waitForLiveUpdates(operator);
  const form = dialog(operator, "Add grid display");
  await form.getByRole("button", { name: "Add variable" }).click();
  await fillIn(form, { "Label 1": "PULSES" });
  await control(form, "Variable 1").selectOption(name);
  await expect(form.getByRole("img", { name: /PULSES\s+0/ })).toBeVisible();
  await loop.push({ type: "loop" }, { type: "loop" });
  await expect(form.getByRole("img", { name: /PULSES\s+2/ })).toBeVisible();
});
