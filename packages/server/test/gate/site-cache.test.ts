import { describe, expect, it, vi } from "vitest";
import { engineSite } from "../intake/ingest/ingest-site.ts";
import { samples } from "./site/samples.ts";

const site = await engineSite();
const { siteCache } = site.parts;

/** Counts the loads of the site from here on. */
function countLoads(): () => number {
  const queries = vi.spyOn(site.db, "selectFrom");
  queries.mockClear();
  return () => queries.mock.calls.filter(([table]) => String(table) === "rfid_server").length;
}

describe("the cached site", () => {
  it("is loaded once for a saved gate, although the change is announced too", async () => {
    const { gateId, cameraId, boomBarrierId } = await site.plateGate(4001);
    await siteCache.now();
    const loads = countLoads();
    const body = samples.gate({ cameraId, boomBarrierId, name: "Renamed" });
    expect((await site.server.call("PUT /gates/{id}", { params: { id: gateId }, body })).status).toBe(200);
    expect((await siteCache.now()).gates.get(gateId)?.name).toBe("Renamed");
    await site.settle();
    expect((await siteCache.now()).gates.get(gateId)?.name).toBe("Renamed");
    expect(loads()).toBe(1);
  });

  it.each([
    ["00-11-22-33-44-55", "001122334455"],
    ["AA:BB:CC:DD:EE:FF", "aabbccddeeff"],
  ])("SLOT-1 has the slot controllers of a device with their MAC address: %s", async (adr, mac) => {
    const { id: aiDeviceId } = await site.device("EPLD", { vendor: "pz_qube", ip: null, apiPort: null });
    const additionalInfo = { ip: "127.10.0.9", port: 80, slots: 1, prp: "x", adr };
    const { id } = await site.create("POST /slot-controllers", { aiDeviceId, uid: "1", name: "Row A", additionalInfo });
    await site.settle();
    const { devices } = await siteCache.now();
    expect(devices.get(aiDeviceId)?.controllers).toMatchObject([{ id, uid: "1", name: "Row A", mac }]);
  });

  it("is loaded again for a change that another process commits during a load", async () => {
    const { gateId } = await site.plateGate(4002);
    const loads = countLoads();
    siteCache.drop();
    const loading = siteCache.now();
    await vi.waitFor(() => expect(loads()).toBeGreaterThan(0));
    await site.db.updateTable("gates").set({ name: "Of another process" }).where("id", "=", gateId).execute();
    await loading;
    await site.settle();
    expect((await siteCache.now()).gates.get(gateId)?.name).toBe("Of another process");
  });
});
