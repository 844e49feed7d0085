import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { blockTable } from "./blocked-table.ts";
import { engineSite } from "./ingest-site.ts";

const site = await engineSite();
const afterPassageMs = 11_000;

/** A gate whose camera has an id and a name, and a plate that opens it. */
async function gateFor(plate: string) {
  const relay = await relayForTest();
  const gate = await site.plateGate(relay.port, {}, { name: `Gate of ${plate}`, anprCameraId: "north" });
  await site.plate(plate);
  return { gate };
}

describe("an event that a device sends again", () => {
  it.each<[string, Record<string, unknown>]>([
    ["the camera's name", { source: "Gate of WORD1" }],
    ["its id in capitals", { source: "NORTH" }],
    ["its name in capitals", { source: " GATE OF WORD1 " }],
    ["no camera", { source: undefined }],
    ["an unknown camera", { source: "unregistered" }],
    ["an added field", { source: "north", firmware: "2.1" }],
    ["another confidence", { source: "north", confidence: 0.5 }],
    ["another spelling of the plate", { source: "north", plate: "word-1" }],
    ["no time", { source: "north", at: undefined }],
  ])("SAFE-7 with %s does not open again", async (_, over) => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, {}, { name: "Gate of WORD1", anprCameraId: "north" });
    await site.db.deleteFrom("identifiers").execute();
    await site.plate("WORD 1");
    const event = site.plateEvent("WORD1", { source: "north" });
    await site.push(gate, event);
    site.server.clock.advance(afterPassageMs);
    expect((await site.push(gate, { ...event, ...over })).statusCode).toBe(200);
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 1, opens: 1 });
  });

  it("SAFE-7 with a new time stamp does not open again", async () => {
    const { gate } = await gateFor("STAMP 1");
    const event = site.plateEvent("STAMP1", { source: "north" });
    await site.push(gate, event);
    site.server.clock.advance(afterPassageMs);
    await site.push(gate, { ...event, at: site.server.clock.now().toISOString() });
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 1, opens: 1 });
  });

  it("SAFE-7 without an id does not open again either", async () => {
    const { gate } = await gateFor("NOID 1");
    const { id: _, ...event } = site.plateEvent("NOID1", { source: "north" });
    await site.push(gate, event);
    site.server.clock.advance(afterPassageMs);
    await site.push(gate, { ...event, source: "NORTH", confidence: 0.4 });
    await site.push(gate, [{ ...event, source: null }, event]);
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 1, opens: 1 });
  });

  it("SAFE-7 with its id, no time and an unknown camera is the same event", async () => {
    const { gate } = await gateFor("TIMELESS 1");
    const event = { type: "plate", id: "7", plate: "TIMELESS1", source: "north" };
    await site.push(gate, event);
    site.server.clock.advance(afterPassageMs);
    await site.push(gate, { ...event, source: "unregistered" });
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 1, opens: 1 });
  });

  it("SAFE-7 events with the same id at two saved cameras of a device are two events", async () => {
    const { gate } = await gateFor("PAIR 1");
    await site.camera(gate.id, "ANPR_ACCESS_CONTROL", { name: "Second", anprCameraId: "south" });
    await site.settle();
    await site.push(gate, { type: "plate", id: 1, plate: "PAIR1", source: "north" });
    await site.push(gate, { type: "plate", id: 1, plate: "PAIR1", source: "south" });
    await site.push(gate, { type: "plate", id: 1, plate: "PAIR2", source: "south" });
    expect((await countEventsAndOpens(gate.id)).rows).toBe(2);
  });

  it("SAFE-7 duplicates in one push and in concurrent pushes are one event", async () => {
    const { gate } = await gateFor("ATONCE 1");
    const event = site.plateEvent("ATONCE1", { id: randomUUID(), source: "north" });
    await Promise.all(
      ["north", "NORTH", "Gate of ATONCE 1", undefined].map((source) => site.push(gate, [{ ...event, source }, event])),
    );
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 1, opens: 1 });
  });

  it("SAFE-7 counts with the same id and time at two cameras of one device are two", async () => {
    const sender = await site.device("CAMERA_COUNTING");
    for (const name of ["one", "two"]) await site.camera(sender.id, "CAMERA_COUNTING", { name, anprCameraId: name });
    await site.settle();
    const count = { type: "count", id: "1", at: site.server.clock.now().toISOString(), direction: "N" };
    for (const source of ["one", "two", "ONE"]) await site.push(sender, { ...count, source });
    expect((await countEventsAndOpens(sender.id)).rows).toBe(2);
  });

  it("SAFE-7 ENG-4 of a device without a gate, while it is being stored, is one event and counted once", async () => {
    const sender = await site.device("CAMERA_COUNTING");
    await site.camera(sender.id, "CAMERA_COUNTING", { name: "one", anprCameraId: "one" });
    await site.settle();
    const at = site.server.clock.now().toISOString();
    const count = { type: "count", id: "1", at, direction: "N", source: "one" };
    // Both batches have found no key before the first one stores it: no lock of a gate makes the other wait.
    const events = await blockTable(site.server.services, "events");
    const first = site.push(sender, count);
    await events.isWaitedFor();
    const again = site.push(sender, count);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await events.release();
    expect((await first).statusCode).toBe(200);
    expect((await again).statusCode).toBe(200);
    expect((await countEventsAndOpens(sender.id)).rows).toBe(1);
    const keys = await site.db
      .selectFrom("event_keys")
      .select("id")
      .where("sender", "=", `device ${sender.id}`)
      .execute();
    expect(keys).toHaveLength(1);
  });

  // Last, because advancing the clock by an hour ends the session.
  it("SAFE-7 after a restart of the device's counter is a new event", async () => {
    const { gate } = await gateFor("COUNTER 1");
    const timed = site.plateEvent("COUNTER1", { id: "1", source: "north" });
    await site.push(gate, timed);
    await site.push(gate, { type: "plate", id: "2", plate: "COUNTER2", source: "north" });
    site.server.clock.advance(61_000);
    await site.push(gate, site.plateEvent("COUNTER3", { id: "1", source: "north" }));
    await site.push(gate, { type: "plate", id: "2", plate: "COUNTER4", source: "north" });
    site.server.clock.advance(3_600_000);
    await site.push(gate, site.plateEvent("COUNTER1", { id: "1", source: "north" }));
    await site.push(gate, timed);
    expect(await countEventsAndOpens(gate.id)).toEqual({ rows: 5, opens: 2 });
  });
});

async function countEventsAndOpens(deviceId: number): Promise<{ rows: number; opens: number }> {
  const events = await site.db.selectFrom("events").select("id").where("deviceId", "=", deviceId).execute();
  const ids = events.map(({ id }) => id);
  const commands = await site.db
    .selectFrom("commands")
    .select(["kind", "eventId"])
    .where("kind", "=", "open")
    .execute();
  return { rows: ids.length, opens: commands.filter(({ eventId }) => ids.includes(eventId ?? -1)).length };
}
