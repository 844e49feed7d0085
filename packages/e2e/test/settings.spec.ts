import { startHealthDevice } from "../src/health-device.ts";
import { expect, test } from "../src/test.ts";

test("MOD-3 the devices of an inactive module are not checked", async ({ site }) => {
  const [watched, ignored] = [await startHealthDevice(), await startHealthDevice()];
  try {
    await site.configure("healthProbeSeconds", 1);
    await site.switchOn("EPLD");
    await site.seed.device({ ip: watched.ip, apiPort: watched.apiPort, module: "EPLD", isHealthy: true });
    await site.seed.device({ ip: ignored.ip, apiPort: ignored.apiPort, module: "OSD", isHealthy: true });
    await expect.poll(watched.requestCount, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(ignored.requestCount()).toBe(0);
  } finally {
    await watched.stop();
    await ignored.stop();
  }
});
