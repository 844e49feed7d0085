import { beforeEach, describe, expect, it } from "vitest";
import { createDeviceAlerts, minOfflineMs } from "../../../src/intake/devices/device-alerts.ts";
import { createNotificationSite } from "../../alert/notifications/notification-site.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;
const site = createNotificationSite(server);

beforeEach(async () => {
  await db.deleteFrom("ai_devices").execute();
  await db.deleteFrom("alerts").execute();
  await db.deleteFrom("module_activation").execute();
  await db.insertInto("module_activation").values({ kind: "OSD", active: true }).execute();
});

async function addUnhealthy(): Promise<number> {
  const device = { vendor: "generic", label: "Box", module: "OSD", ip: "127.0.0.1", apiPort: 9 };
  const { id } = await db.insertInto("ai_devices").values(device).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("device_health")
    .values({ deviceId: id, isHealthy: false, failedProbes: 3, since: server.clock.now() })
    .execute();
  return id;
}

describe("alerts of AI devices", () => {
  it("NOTE-1 an unhealthy device has an alert after two minutes, until it is healthy again", async () => {
    const check = createDeviceAlerts(server.services);
    const deviceId = await addUnhealthy();
    await check();
    expect(await site.listOpen()).toEqual([]);
    server.clock.advance(minOfflineMs);
    await check();
    await check();
    expect(await site.listOpen()).toMatchObject([
      { type: "AI_DEVICE_OFFLINE", scope: "ac", title: "Device offline", count: 1, additionalInfo: { deviceId } },
    ]);
    await db.updateTable("device_health").set({ isHealthy: true }).execute();
    await check();
    expect(await site.listOpen()).toEqual([]);
  });

  it("NOTE-1 MOD-3 a device of a module that is off has none", async () => {
    const check = createDeviceAlerts(server.services);
    await addUnhealthy();
    server.clock.advance(minOfflineMs);
    await check();
    await db.updateTable("module_activation").set({ active: false }).execute();
    await check();
    expect(await site.listOpen()).toEqual([]);
  });
});
