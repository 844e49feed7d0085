import { afterAll, describe, expect, it } from "vitest";
import { startHeldBarriers } from "../../src/hardware/held-barriers.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const { server } = site;
const job = startHeldBarriers(server.services, site.parts.siteCache);
afterAll(() => job.stop());

interface Override {
  id: number;
  unconfirmed: { gateName: string; message: string }[];
}

const until = () => new Date(server.clock.now().getTime() + 600_000).toISOString();
const loadOverride = async (id: number) =>
  (await server.call<Override[]>("GET /access/overrides")).body.find((row) => row.id === id);

describe("barriers that an override holds open", () => {
  it("RULE-7 a gate that is held open is opened, and its relay stays switched", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, { name: "Held gate" });
    const body = { kind: "hold-open", gateId: gate.gateId, until: until(), reason: "Event" };
    const { id } = await site.create("POST /access/overrides", body);
    await poll(async () => expect((await loadOverride(id))?.unconfirmed).toEqual([]));
    expect(relay.heard).toEqual(["1 on"]);
    const commands = await site.db.selectFrom("commands").selectAll().where("gateId", "=", gate.gateId).execute();
    expect(commands).toMatchObject([{ kind: "open", reason: "Event", payload: { pulseMs: 15_000 } }]);
    await server.call("DELETE /access/overrides/{id}", { params: { id } });
    await site.settle();
  });

  it("RULE-7 an evacuation opens the exits, not the entries, and lists the barriers that did not confirm", async () => {
    const [entry, exit] = [await relayForTest(), await relayForTest()];
    await site.plateGate(entry.port, { name: "Way in" });
    await site.plateGate(exit.port, { name: "Way out", type: "X" });
    await site.plateGate(1, { name: "Broken way out", type: "X" });
    const { id } = await site.create("POST /access/overrides", { kind: "evacuate", until: until(), reason: "Fire" });
    await exit.until(1);
    await poll(async () =>
      expect((await loadOverride(id))?.unconfirmed).toMatchObject([
        { gateName: "Broken way out", message: expect.not.stringContaining("not sent yet") },
      ]),
    );
    expect(exit.heard).toEqual(["1 on"]);
    expect(entry.heard).toEqual([]);
  });
});
