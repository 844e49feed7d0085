import type { DeviceQuality } from "@gatehouse/contract/entities/data-quality";
import type { Health } from "@gatehouse/contract/entities/health";
import { describe, expect, it } from "vitest";
import { checkClocks, createClockAlerts } from "../../../src/record/data-quality/clock-alerts.ts";
import { accessSite } from "../../access/rules/access-site.ts";

const site = await accessSite();
const { server } = site;
const { clock, services } = server;

const qualityOf = async (id: number) =>
  (await server.call<DeviceQuality>("GET /ai-devices/{id}/data-quality", { params: { id } })).body;
const alerts = createClockAlerts(services);
const driftAlerts = async () => {
  await checkClocks(services, alerts);
  return (await site.alerts("ac")).filter(({ type }) => type === "DEVICE_CLOCK_DRIFT");
};

/** Sends events whose device time differs from the server's. */
async function send(device: { id: number; secret: string }, offsetMs: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const at = new Date(clock.now().getTime() + offsetMs).toISOString();
    expect((await site.push(device, site.plateEvent(`CLK${sent}`, { at }))).statusCode).toBe(200);
  }
  await site.parts.quality.flush();
}

describe("clock drift of a device", () => {
  it("RULE-10 shows a warning, raises an alert from 10 seconds, and resolves it once the clock is right", async () => {
    const gate = await site.gate();
    expect((await qualityOf(gate.id)).clock).toBeNull();
    await send(gate, -3_500, 31);
    const slow = (await qualityOf(gate.id)).clock;
    expect(slow).toMatchObject({ level: "warning", samples: 31 });
    expect(slow?.driftMs).toBeLessThanOrEqual(-3_500);
    const { body: health } = await server.call<Health>("GET /health");
    expect(health.anpr.accessControl.map((device) => device.clock?.level)).toContain("warning");
    expect(await driftAlerts()).toEqual([]);
    await send(gate, 60_000, 31);
    expect((await qualityOf(gate.id)).clock).toMatchObject({ level: "alert" });
    const [raised] = await driftAlerts();
    expect(raised).toMatchObject({ title: "Clock of a device is wrong", additionalInfo: { deviceId: gate.id } });
    expect(raised?.description).toMatch(/^The clock of Device is \d+\.\d s ahead$/);
    expect(await driftAlerts()).toHaveLength(1);
    await send(gate, 0, 31);
    expect((await qualityOf(gate.id)).clock?.level).toBe("ok");
    expect(await driftAlerts()).toEqual([]);
  });

  it("RULE-10 an unknown device is not found", async () => {
    const { status } = await server.call("GET /ai-devices/{id}/data-quality", { params: { id: 999_999 } });
    expect(status).toBe(404);
  });
});

describe("read quality of a camera", () => {
  it("RULE-10 counts reads, passages, low confidence and corrections by the hour", async () => {
    const gate = await site.gate();
    const push = (plate: string, confidence?: number) =>
      site.push(gate, site.plateEvent(plate, confidence === undefined ? {} : { confidence }));
    await push("QUAL1", 0.95);
    await push("QUAL1", 0.5);
    await push("QUAL2");
    const [event] = await site.events<{ id: number }>("ac", { search: "QUAL2" });
    const params = { module: "ac", id: event?.id };
    for (const lp of ["QUA L3", "QUA L4"])
      expect((await server.call("POST /events/{module}/{id}/correct", { params, body: { plate: lp } })).status).toBe(
        201,
      );
    await site.parts.quality.flush();
    const [camera] = (await qualityOf(gate.id)).cameras;
    const sum = (key: "reads" | "passages" | "withConfidence" | "lowConfidence" | "corrections") =>
      camera?.hours.reduce((total, hour) => total + hour[key], 0);
    expect([sum("reads"), sum("passages"), sum("withConfidence"), sum("lowConfidence"), sum("corrections")]).toEqual([
      3, 2, 2, 1, 1,
    ]);
  });
});
