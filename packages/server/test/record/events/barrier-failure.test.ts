import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { channels } from "../../../src/platform/database/channels.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { ownPassword } from "../../test-server.ts";

type Passage = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;

const site = await engineSite();
const { live } = site.server.services;

/** The only listed event of a plate or tag, once its command has failed. */
async function failedEvent(code: string, search: string, barrierFailure: string): Promise<Passage> {
  await poll(async () => expect(await site.events<Passage>(code, { search })).toMatchObject([{ barrierFailure }]));
  const [event] = await site.events<Passage>(code, { search });
  if (!event) throw new Error("the event is not listed");
  return event;
}

async function exported(code: string, search: string): Promise<string> {
  const { body: session } = await site.server.login(ownPassword);
  const url = `/api/events/${code}/export?search=${encodeURIComponent(search)}`;
  const headers = { authorization: `Bearer ${session.token}` };
  return (await site.server.app.inject({ url, headers })).body;
}

describe("a granted passage", () => {
  it.each([
    ["rejected", "refuses"],
    ["unreachable", "hangs"],
  ] as const)(
    "LIVE-11 whose barrier is %s says so in list, details, gate activity and export",
    async (error, manner) => {
      const relay = await relayForTest(manner);
      const gate = await site.plateGate(relay.port);
      const plate = `FAIL ${error}`;
      await site.plate(plate);
      await site.push(gate, site.plateEvent(plate));
      const event = await failedEvent("ac", plate, error);
      expect(event).toMatchObject({ status: "PROCESSED", isGranted: true });
      expect(await site.why("ac", event.id)).toMatchObject({ event: { barrierFailure: error } });
      const activity = await site.server.call("GET /gates/{id}/activity", { params: { id: gate.gateId } });
      expect(activity.body).toMatchObject({ passages: [{ id: event.id, barrierFailure: error }] });
      expect(await exported("ac", plate)).toContain("Granted, barrier did not open");
    },
  );

  it("LIVE-11 is announced again when the result of its command arrives, and so are its further reads", async () => {
    const relay = await relayForTest("hangs");
    const reader = await site.reader("Reader at the camera's gate");
    const gate = await site.plateGate(relay.port, { sensorId: reader.id });
    await site.plate("LATE 1");
    await site.tag("E200 1111", "LATE 1");
    await site.settle();
    await site.push(gate, site.plateEvent("LATE1"));
    await site.push(reader, { type: "tag", id: "t1", tag: "E2001111" }, `/api/ingest/sensor-${reader.id}`);
    const pending = [
      ...(await site.events<Passage>("ac", { search: "LATE1" })),
      ...(await site.events<Passage>("rfid-ac", { search: "E2001111" })),
    ];
    expect(pending).toMatchObject([{ barrierFailure: null }, { barrierFailure: null }]);
    const announced = new Set<string>();
    const unfollow = live.follow(channels.events, (ids) => {
      for (const id of ids.split(",")) announced.add(id);
    });
    const byPlate = await failedEvent("ac", "LATE1", "unreachable");
    const byTag = await failedEvent("rfid-ac", "E2001111", "unreachable");
    await poll(async () =>
      expect([...announced]).toEqual(expect.arrayContaining([String(byPlate.id), String(byTag.id)])),
    );
    unfollow();
  });

  it("LIVE-11 whose command expired says so", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("OLD 9");
    await site.push(gate, site.plateEvent("OLD9"));
    const commands = () => site.db.selectFrom("commands").select("state").where("gateId", "=", gate.gateId).execute();
    await poll(async () => expect(await commands()).toEqual([{ state: "accepted" }]));
    await site.db.updateTable("commands").set({ state: "expired" }).where("gateId", "=", gate.gateId).execute();
    await failedEvent("ac", "OLD9", "expired");
  });

  it("LIVE-11 whose barrier opened, and one that was denied, have no failure", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("OPEN 1");
    await site.push(gate, site.plateEvent("OPEN1"));
    await site.push(gate, site.plateEvent("DENY1"));
    await relay.until(2);
    expect(await site.events("ac", { search: "OPEN1" })).toMatchObject([{ isGranted: true, barrierFailure: null }]);
    expect(await site.events("ac", { search: "DENY1" })).toMatchObject([{ isGranted: false, barrierFailure: null }]);
    expect(await exported("ac", "OPEN1")).toMatch(/,Granted,/);
  });
});
