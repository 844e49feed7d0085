import { describe, expect, it, vi } from "vitest";
import { engineSite } from "../intake/ingest/ingest-site.ts";
import { samples } from "./site/samples.ts";

const site = await engineSite();
const { siteCache } = site.parts;

/** Counts the loads of the site from here on. */
function countLoads(): () => number {
  const queries = vi.spyOn(site.db, "selectFrom");
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

  it("is loaded again for a change that another process commits during a load", async () => {
    const { gateId } = await site.plateGate(4002);
    const loads = countLoads();
    siteCache.drop();
    const loading = siteCache.now();
    await vi.waitFor(() => expect(loads()).toBe(1));
    await site.db.updateTable("gates").set({ name: "Of another process" }).where("id", "=", gateId).execute();
    await loading;
    await site.settle();
    expect((await siteCache.now()).gates.get(gateId)?.name).toBe("Of another process");
  });
});
