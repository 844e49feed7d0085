import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Health } from "@gatehouse/contract/entities/health";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHealthChecks } from "../../../src/intake/devices/health-checks.ts";
import type { BackgroundJob } from "../../../src/platform/background-job.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;
const read = async () => (await server.call<Health>("GET /health")).body;

let isDeviceUp = true;
let probes = 0;
const device = createServer((_request, response) => {
  probes += 1;
  response.writeHead(isDeviceUp ? 200 : 503).end('{"status":"ok"}');
}).listen(0, "127.0.0.1");
const port = await new Promise<number>((resolve) =>
  device.once("listening", () => resolve((device.address() as AddressInfo).port)),
);
afterAll(() => void device.close());

const configure = (key: string, value: unknown) =>
  db
    .updateTable("configs")
    .set({ value: JSON.stringify(value) })
    .where("key", "=", key)
    .execute();

let controller: BackgroundJob | undefined;
const run = () => {
  controller = startHealthChecks(server.services);
};

beforeEach(async () => {
  isDeviceUp = true;
  probes = 0;
  await db.deleteFrom("field_controller").execute();
  await db.deleteFrom("ai_devices").execute();
  await server.call("PUT /configs/module-activation-status", { body: { ...everyModule(false), EPLD: true } });
  await configure("healthProbeSeconds", 0.01);
  await configure("deviceNetworks", "127.0.0.0/8");
  const uncanny = { vendor: "uncanny", ip: "127.0.0.1", apiPort: port };
  await db
    .insertInto("ai_devices")
    .values([
      { ...uncanny, label: "Shield", module: "EPLD" },
      { ...uncanny, label: "Speed", module: "OSD" },
    ])
    .execute();
});

afterEach(async () => {
  await controller?.stop();
});

describe("service health", () => {
  it("HEALTH-1 has the field controller and the devices of active modules", async () => {
    expect(await read()).toEqual({
      mcp: false,
      shield: [{ isHealthy: true, deviceInfo: { ip: "127.0.0.1", apiPort: port } }],
      anpr: { osd: [], cameraCounting: [], accessControl: [] },
    });
  });

  it("HEALTH-2 changes when a device fails and recovers", async () => {
    run();
    isDeviceUp = false;
    await expect.poll(async () => (await read()).shield[0]?.isHealthy).toBe(false);
    isDeviceUp = true;
    await expect.poll(async () => (await read()).shield[0]?.isHealthy).toBe(true);
  });

  it("HEALTH-4 a recent push is life, although the device does not answer", async () => {
    const { id: deviceId } = await db
      .selectFrom("ai_devices")
      .select("id")
      .where("module", "=", "EPLD")
      .executeTakeFirstOrThrow();
    const lastPayload = JSON.stringify({ at: server.clock.now().toISOString() });
    await db.insertInto("ingest_tokens").values({ deviceId, ingestSecret: "x", lastPayload }).execute();
    isDeviceUp = false;
    run();
    await expect.poll(() => probes).toBeGreaterThan(5);
    expect((await read()).shield[0]?.isHealthy).toBe(true);
    const health = await db.selectFrom("device_health").selectAll().execute();
    expect(health).toMatchObject([{ deviceId, isHealthy: true, failedProbes: 0, hasAnswered: false }]);
  });

  it("HEALTH-4 probes a failing device again within a second, whatever the interval", async () => {
    await configure("healthProbeSeconds", 3600);
    isDeviceUp = false;
    run();
    await expect.poll(async () => (await read()).shield[0]?.isHealthy).toBe(false);
    expect(probes).toBe(3);
  });

  it("HEALTH-2 notifies browsers of a changed state", async () => {
    const received: string[] = [];
    const stop = server.services.live.subscribe((topics) => received.push(...topics));
    isDeviceUp = false;
    run();
    await expect.poll(() => received).toContain("health");
    stop();
  });

  it("HEALTH-1 has the field controller alive while it sends heartbeats", async () => {
    run();
    await expect.poll(async () => (await read()).mcp).toBe(true);
    await controller?.stop();
    server.clock.advance(31_000);
    expect((await read()).mcp).toBe(false);
  });

  it("HEALTH-4 does not probe a device outside the site's networks, which counts as unhealthy", async () => {
    await configure("deviceNetworks", "127.99.0.0/16");
    run();
    await expect.poll(async () => (await read()).shield[0]?.isHealthy).toBe(false);
    expect(probes).toBe(0);
  });

  it("MOD-3 does not probe the devices of an inactive module", async () => {
    await server.call("PUT /configs/module-activation-status", { body: everyModule(false) });
    run();
    await expect.poll(async () => (await read()).mcp).toBe(true);
    expect(probes).toBe(0);
  });
});
