import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { test as base, expect } from "../src/device-test.ts";
import { addMediaCamera, addPushingDevice } from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { control, dialog } from "../src/page-parts.ts";
import { signInAs } from "../src/people.ts";
import type { Site } from "../src/site.ts";

const test = base.extend({ contextOptions: { reducedMotion: "no-preference" } });
const gatesPage = "/access-control/gates-and-actuators";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

async function openGate(page: Page, site: Site, camera: { id: number }): Promise<Locator> {
  const gate = await addGate(site, "Main entry", { cameraId: camera.id });
  await page.goto(`${gatesPage}?open=gates.${gate.id}`);
  return dialog(page, "Gate").getByRole("region", { name: "Live picture", exact: true });
}

const picture = (within: Locator | Page) =>
  within.getByRole("img", { name: "Live picture of Entry camera", exact: true });
const status = (within: Locator) => within.getByRole("status");
const video = (within: Locator) => within.getByLabel("Live video of Entry camera", { exact: true });
const currentTime = (element: Locator) => element.evaluate((one: HTMLVideoElement) => one.currentTime);

const content = (image: Locator) => image.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

/** Expects that the picture changes. */
async function expectMoving(image: Locator): Promise<void> {
  const before = await content(image);
  await expect.poll(() => content(image)).not.toBe(before);
}

test("LIVE-7 a gate shows live pictures, and since when there are none", async ({ site, operator, simulator }) => {
  const live = await openGate(operator, site, await addMediaCamera(site, simulator));
  await expect(status(live)).toHaveText("Live");
  await expectMoving(picture(live));
  await expectAccessible(operator, dialog(operator, "Gate"));
  await simulator.setMediaFault("silent");
  await expect(status(live)).toHaveText(/^No picture since \d\d:\d\d:\d\d$/);
  await expect(picture(live)).toBeVisible();
  await simulator.setMediaFault("normal");
  await expect(status(live)).toHaveText("Live");
  await expectMoving(picture(live));
});

test("LIVE-7 a camera has no message until its first picture or its failure", async ({ site, operator, simulator }) => {
  let response: ((status: number) => void) | undefined;
  await operator.route("**/frame", async (route) => {
    const status = await new Promise<number>((resolve) => {
      response = resolve;
    });
    return route.fulfill({ status, json: {} });
  });
  const live = await openGate(operator, site, await addMediaCamera(site, simulator));
  await expect.poll(() => response !== undefined).toBe(true);
  await expect(live.getByRole("button", { name: "Pause Entry camera", exact: true })).toBeVisible();
  await expect(live.getByText("No picture yet", { exact: true })).toBeHidden();
  response?.(502);
  await expect(live.getByText("No picture yet", { exact: true })).toBeVisible();
});

test("LIVE-7 a gate plays live video", async ({ site, operator, simulator }) => {
  const live = await openGate(operator, site, await addMediaCamera(site, simulator, "plays"));
  await expect(status(live)).toHaveText("Live video");
  const before = await currentTime(video(live));
  await expect.poll(() => currentTime(video(live))).toBeGreaterThan(before + 1);
  expect((await simulator.media()).viewers).toBe(1);
  await operator.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(async () => (await simulator.media()).viewers).toBe(0);
});

test("LIVE-7 a gate shows pictures if its video fails or is cut off", async ({ site, operator, simulator }) => {
  const camera = await addMediaCamera(site, simulator, "fails");
  const live = await openGate(operator, site, camera);
  await expect(status(live)).toHaveText("Live");
  await expect(video(live)).toHaveCount(0);
  await expectMoving(picture(live));
  await simulator.setMediaFault("truncated");
  await expect(status(live)).toHaveText(/^No picture since/);
  await expect(live).toContainText("The response was cut off.");
});

test("LIVE-7 pictures stop while paused and in a hidden tab", async ({ site, operator, simulator }) => {
  await operator.clock.install();
  const live = await openGate(operator, site, await addMediaCamera(site, simulator));
  await expectMoving(picture(live));
  let requests = 0;
  operator.on("request", (request) => {
    if (request.url().endsWith("/frame")) requests += 1;
  });
  await live.getByRole("button", { name: "Pause Entry camera", exact: true }).click();
  await expect(status(live)).toHaveText(/^Paused, picture of/);
  await live.getByRole("button", { name: "Play Entry camera", exact: true }).click();
  await expect(status(live)).toHaveText("Live");
  await operator.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(status(live)).toHaveText(/^Paused, picture of/);
  const seen = requests;
  const shown = await content(picture(live));
  // Timers of the page that are due within this time run now.
  await operator.clock.runFor(5_000);
  expect(await content(picture(live))).toBe(shown);
  expect(requests).toBe(seen);
});

test("LIVE-7 a gate whose camera has no stream says so", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const live = await openGate(operator, site, { id: device.cameraId });
  await expect(live).toContainText("This camera has no frame URL or websocket URL.");
});

test("LIVE-7 the RTSP address is shown without its password and can be copied", async ({
  site,
  operator,
  simulator,
}) => {
  await operator.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const camera = await addMediaCamera(site, simulator);
  const live = await openGate(operator, site, camera);
  await expect(live).toContainText("rtsp://•••@127.0.0.1:8554/main-gate-1");
  await live.getByRole("button", { name: "Copy rtsp", exact: true }).click();
  await expect(live.getByRole("button", { name: "Copy rtsp", exact: true })).toHaveText("Copied");
  expect(await operator.evaluate(() => navigator.clipboard.readText())).toBe(camera.stream.rtspStreamUrl);
});

test("LIVE-7 event pages show the live pictures of their cameras", async ({ site, operator, simulator }) => {
  await addMediaCamera(site, simulator);
  await operator.goto("/access-control/events");
  const strip = operator.getByRole("region", { name: "Live pictures", exact: true });
  await expectMoving(picture(strip));
  await expectAccessible(operator);
  await strip.getByRole("button", { name: "Hide live pictures", exact: true }).click();
  await expect(picture(operator)).toHaveCount(0);
  await operator.reload();
  await strip.getByRole("button", { name: "Show live pictures", exact: true }).click();
  await expectMoving(picture(strip));
});

test("ROLE-3 LIVE-7 a guard who is limited to a gate sees only the live picture of its camera", async ({
  site,
  page,
  simulator,
}) => {
  const own = await addMediaCamera(site, simulator);
  await addMediaCamera(site, simulator, "none", "Yard camera");
  const gate = await addGate(site, "Main entry", { cameraId: own.id });
  await signInAs(page, site, "gina", { role: "guard", gateIds: [gate.id] });
  await page.goto("/access-control/events");
  const strip = page.getByRole("region", { name: "Live pictures", exact: true });
  await expect(picture(strip)).toBeVisible();
  await expect(strip.getByRole("listitem")).toHaveCount(1);
});

test("LIVE-6 a sink port that is in use is reported at its field", async ({ site, operator, simulator }) => {
  const { aiDeviceId, id } = await addMediaCamera(site, simulator);
  await operator.goto(`/access-control/anpr-settings?open=ai_devices.${aiDeviceId}.cameras.${id}`);
  const form = dialog(operator, "Edit Camera");
  const { port } = new URL(site.address);
  await control(form, "Sink port").fill(port);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  const message = new RegExp(`^Port ${port} is the port of the console`);
  await expect(control(form, "Sink port")).toHaveAccessibleDescription(message);
});

base("LIVE-7 with reduced motion a picture stands still until it is played", async ({ site, operator, simulator }) => {
  await site.switchOn("ANPR_ACCESS_CONTROL");
  const live = await openGate(operator, site, await addMediaCamera(site, simulator, "plays"));
  await expect(status(live)).toHaveText(/^Paused, picture of/);
  await expect(picture(live)).toBeVisible();
  await expect(video(live)).toHaveCount(0);
  await live.getByRole("button", { name: "Play Entry camera", exact: true }).click();
  await expect(status(live)).toHaveText("Live video");
});
