import type { Page } from "@playwright/test";
import { startHealthDevice } from "../src/health-device.ts";
import { blockLiveUpdates, waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, heading } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const chips = (page: Page) => page.getByRole("list", { name: "Unhealthy" }).getByRole("listitem");
const healthy = { mcp: true, shield: [], anpr: { osd: [], cameraCounting: [], accessControl: [] } };

test("HEALTH-1 the response has the specified format", async ({ site, request }) => {
  await site.switchOn("EPLD", "RFID_ACCESS_CONTROL");
  await site.seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
  const headers = { authorization: `Bearer ${await site.signIn()}` };
  const response = await request.get("/api/health", { headers });
  expect(await response.json()).toEqual({
    mcp: true,
    shield: [{ isHealthy: false, deviceInfo: { ip: "127.0.0.1", apiPort: 9 } }],
    anpr: { osd: [], cameraCounting: [], accessControl: [] },
  });
});

test.describe("HEALTH-2 the chips", () => {
  test("HEALTH-2 an unhealthy device has a chip", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await site.seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
    await operator.goto("/configurations");
    await expect(chips(operator)).toHaveText([/^127\.0\.0\.1:9, down since \d\d:\d\d$/]);
    await chips(operator).getByRole("link").click();
    await expect(operator).toHaveURL(/\/epld\/settings\?open=ai_devices\.\d+$/);
  });

  test("HEALTH-2 a healthy device has no chip", async ({ site, operator }) => {
    const device = await startHealthDevice();
    try {
      await site.switchOn("EPLD");
      await site.seed.device({ ip: device.ip, apiPort: device.apiPort, module: "EPLD", isHealthy: true });
      const answered = operator.waitForResponse("**/api/health");
      await operator.goto("/configurations");
      await answered;
      await waitForLiveUpdates(operator);
      await expect(chips(operator)).toHaveCount(0);
    } finally {
      await device.stop();
    }
  });

  test("HEALTH-2 a silent field controller has a chip", async ({ operator }) => {
    await operator.route("**/api/health", (route) => route.fulfill({ json: { ...healthy, mcp: false } }));
    await operator.goto("/configurations");
    await expect(chips(operator)).toHaveText(["MCP"]);
  });

  test("HEALTH-2 each unhealthy device has its own chip", async ({ site, operator }) => {
    await site.switchOn("EPLD", "OSD", "CAMERA_COUNTING");
    await site.seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 7, isHealthy: false });
    await site.seed.device({ module: "OSD", ip: "127.0.0.1", apiPort: 8, isHealthy: false });
    await site.seed.device({ module: "CAMERA_COUNTING", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
    await operator.goto("/configurations");
    await expect(chips(operator)).toHaveText([
      /^127\.0\.0\.1:7, down/,
      /^127\.0\.0\.1:8, down/,
      /^127\.0\.0\.1:9, down/,
    ]);
  });

  test("HEALTH-2 chips that don't fit the header are grouped in a menu", async ({ operator }) => {
    const unhealthy = [1, 2, 3, 4].map((apiPort) => ({ isHealthy: false, deviceInfo: { ip: "127.10.0.1", apiPort } }));
    await operator.route("**/api/health", (route) => route.fulfill({ json: { ...healthy, shield: unhealthy } }));
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "4 devices unhealthy" }).click();
    await expect(operator.getByRole("dialog").getByRole("listitem")).toHaveCount(4);
  });

  test("HEALTH-2 MOD-3 a device of an inactive module has no chip", async ({ site, operator }) => {
    await site.switchOn("EPLD", "OSD");
    await site.seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
    await operator.goto("/settings");
    await expect(chips(operator)).toHaveCount(1);
    await operator.getByRole("switch", { name: "EPLD" }).press("Space");
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(chips(operator)).toHaveCount(0);
  });

  test("HEALTH-2 a changed state appears live", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await waitForLiveUpdates(operator);
    await site.seed.device({ module: "EPLD", ip: "127.0.0.1", apiPort: 9, isHealthy: false });
    await expect(chips(operator)).toHaveText([/^127\.0\.0\.1:9, down since/]);
  });

  test("HEALTH-2 the chip of a recovered device disappears", async ({ site, operator }) => {
    const device = await startHealthDevice({ isDown: true });
    try {
      await site.configure("healthProbeSeconds", 1);
      await site.switchOn("EPLD");
      await site.seed.device({ ip: device.ip, apiPort: device.apiPort, module: "EPLD", isHealthy: false });
      await operator.goto("/configurations");
      await waitForLiveUpdates(operator);
      await expect(chips(operator)).toHaveCount(1);
      device.isDown = false;
      await expect(chips(operator)).toHaveCount(0, { timeout: 20_000 });
    } finally {
      await device.stop();
    }
  });

  test("HEALTH-2 the console polls every 15 minutes", async ({ operator }) => {
    let requests = 0;
    await blockLiveUpdates(operator);
    await operator.route("**/api/health", (route) => {
      requests += 1;
      return route.fulfill({ json: healthy });
    });
    await operator.clock.install();
    await operator.goto("/configurations");
    await expect(heading(operator, "Global Configurations")).toBeVisible();
    await expect.poll(() => requests).toBe(1);
    await operator.clock.fastForward(15 * 60_000);
    await expect.poll(() => requests).toBe(2);
  });
});

test.describe("HEALTH-3 when the health can't be loaded", () => {
  test.beforeEach(async ({ operator }) => {
    await blockLiveUpdates(operator);
    await operator.route("**/api/health", (route) => route.fulfill({ status: 403, body: "" }));
    await operator.clock.install();
    await operator.goto("/configurations");
    await expect(banner(operator, "Couldn't fetch services health")).toBeVisible();
  });

  test("HEALTH-3 a banner shows it and can be dismissed", async ({ operator }) => {
    const notice = banner(operator, "Couldn't fetch services health");
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
  });

  test("HEALTH-3 the banner is visible after 880000 ms and hidden after 890000 ms", async ({ operator }) => {
    await operator.clock.runFor(880_000);
    await expect(banner(operator, "Couldn't fetch services health")).toBeVisible();
    await operator.clock.runFor(10_000);
    await expect(banner(operator, "Couldn't fetch services health")).toBeHidden();
  });
});
