import { describe, expect, it } from "vitest";
import { engineSite, poll } from "./engine-site.ts";
import { relayForTest } from "./fake-relay.ts";

const site = await engineSite();

describe("a plate at a gate", () => {
  it("ENG-1 that is known and valid now opens the barrier once, and its event is processed", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("KA 01 AB 1234");
    const answer = await site.push(gate, site.plateEvent("ka-01-ab-1234"));
    expect([answer.statusCode, answer.body]).toEqual([200, '{"result":"ok"}']);
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    const [event] = await site.events("ac", { search: "KA01AB1234" });
    expect(event).toMatchObject({
      status: "PROCESSED",
      timing: "live",
      isGranted: true,
      lp: "KA01AB1234",
      lpRaw: "ka-01-ab-1234",
      direction: "N",
      gate: { id: gate.gateId },
      sightings: 1,
    });
    await poll(async () => {
      const { commands } = await site.why("ac", event?.id ?? 0);
      expect(commands).toMatchObject([
        { kind: "open", state: "accepted", target: { kind: "boomBarrier", id: gate.boomBarrierId } },
      ]);
    });
  });
});
