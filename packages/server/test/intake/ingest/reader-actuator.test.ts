import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import type { Manner } from "../../gate/hardware/fake-relay.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, poll } from "./ingest-site.ts";

type TagEvent = Extract<SiteEvent, { module: "RFID_ACCESS_CONTROL" }>;

const site = await engineSite();
const eventsOf = (search: string) => site.events<TagEvent>("rfid-ac", { search });

/** A reader with a barrier of its own. */
async function openingReader(name: string, manner?: Manner) {
  const relay = await relayForTest(manner);
  const { id: barrierId } = await site.barrier(relay.port, 1, `Boom of ${name}`);
  const { id, secret } = await site.reader(name);
  await site.server.call("PATCH /sensors/{id}", { params: { id }, body: { actuatorId: barrierId } });
  await site.settle();
  let pushes = 0;
  const read = (tag: string, over: object = {}) => {
    pushes += 1;
    return site.push(
      { id, secret },
      { type: "tag", id: `${name} ${pushes}`, tag, ...over },
      `/api/ingest/sensor-${id}`,
    );
  };
  return { id, barrierId, relay, read };
}

describe("a reader without a gate", () => {
  it("LIVE-4 opens its actuator for a known tag, with the decision and trace of a gate", async () => {
    const { barrierId, relay, read } = await openingReader("Yard");
    await site.tag("E200 4001", "YARD 1");
    await read("E2004001");
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    const [event] = await eventsOf("E2004001");
    expect(event).toMatchObject({
      status: "PROCESSED",
      isGranted: true,
      direction: "N",
      gate: null,
      barrierFailure: null,
      letIn: null,
    });
    const { trace, commands } = await site.why("rfid-ac", event?.id ?? 0);
    expect(trace).toMatchObject({ isGranted: true, reason: "Valid identifier E 2004001" });
    expect(trace).toHaveProperty(
      "checks",
      expect.arrayContaining([{ text: "Read at reader Yard, which opens Boom of Yard", isPassed: true }]),
    );
    expect(commands).toMatchObject([
      { kind: "open", target: { kind: "boomBarrier", id: barrierId, name: "Boom of Yard" } },
    ]);
  });

  it("LIVE-4 opens once for repeated reads of a tag, and counts them on its event", async () => {
    const { relay, read } = await openingReader("Dock");
    await site.tag("E200 4002", "DOCK 1");
    for (let reads = 0; reads < 4; reads += 1) await read("E2004002");
    await Promise.all([read("E2004002"), read("E2004002")]);
    await relay.until(2);
    expect(await eventsOf("E2004002")).toMatchObject([{ isGranted: true, sightings: 6 }]);
    const rows = await site.db.selectFrom("commands").select("id").where("targetName", "=", "Boom of Dock").execute();
    expect(rows).toHaveLength(1);
  });

  it("LIVE-4 stays closed for a tag that was read long ago", async () => {
    const { read } = await openingReader("Shed");
    await site.tag("E200 4003", "SHED 1");
    await read("E2004003", { at: "2020-01-01T00:00:00Z" });
    const [event] = await eventsOf("E2004003");
    expect(event).toMatchObject({ status: "RECEIVED", isGranted: null, timing: "late" });
    expect((await site.why("rfid-ac", event?.id ?? 0)).commands).toEqual([]);
  });

  it("LIVE-4 stays closed for an unknown tag", async () => {
    const { read } = await openingReader("Annex");
    await read("E2004999");
    const [event] = await eventsOf("E2004999");
    expect(event).toMatchObject({ status: "RECEIVED", isGranted: false, reason: "Tag not registered" });
    expect((await site.why("rfid-ac", event?.id ?? 0)).commands).toEqual([]);
  });

  it("LIVE-4 LIVE-11 names its barrier in the alert when it does not open", async () => {
    const { barrierId, read } = await openingReader("Ramp", "refuses");
    await site.tag("E200 4004", "RAMP 1");
    await read("E2004004");
    await poll(async () => expect(await eventsOf("E2004004")).toMatchObject([{ barrierFailure: "rejected" }]));
    expect(await site.alerts("ac")).toContainEqual(
      expect.objectContaining({
        type: "AC_RFID_BOOMBARRIER_TRIGGER_FAILED",
        description: '"Boom of Ramp" did not respond to the open command.',
        additionalInfo: expect.objectContaining({ barrierId }),
      }),
    );
  });

  it("LIVE-4 opens the barrier of its gate instead once it is assigned to one", async () => {
    const { id, relay, read } = await openingReader("Side");
    const gateRelay = await relayForTest();
    const { id: boomBarrierId } = await site.barrier(gateRelay.port, 1, "Boom of the gate");
    await site.create("POST /gates", samples.gate({ sensorId: id, boomBarrierId }));
    await site.tag("E200 4005", "SIDE 1");
    await site.settle();
    await read("E2004005");
    await gateRelay.until(2);
    expect(relay.heard).toEqual([]);
  });
});
