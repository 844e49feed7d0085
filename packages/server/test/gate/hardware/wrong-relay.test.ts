import type { Command } from "@gatehouse/contract/events/command";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { maxCommandAgeMs } from "../../../src/gate/command-record.ts";
import { createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { assignMissingRelays } from "../../../src/gate/site/relay-assignments.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { samples } from "../site/samples.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const commandsOf = async (id: number) =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id } })).body.commands;

/** Stores a relay directly in the database, as older versions allowed. */
async function moveTo(table: "displays" | "buzzers", id: number, place: object): Promise<void> {
  const { additionalInfo } = await site.db
    .selectFrom(table)
    .select("additionalInfo")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const moved = JSON.stringify({ ...(additionalInfo as object), ...place });
  await site.db.updateTable(table).set({ additionalInfo: moved }).where("id", "=", id).execute();
  await site.settle();
}

describe("a lamp or buzzer on a barrier's relay under another spelling of its address", () => {
  it.each(["localhost", "LOCALHOST", "0::ffff:127.0.0.1", "0177.0.0.01"])(
    "SAFE-6 never switches it, neither by the buttons of a gate nor by tests, at %s",
    async (ip) => {
      const relay = await relayForTest();
      const info = { ip, port: relay.port, drv: "modbus-tcp", rel: 5 };
      const buzzer = samples.buzzer({ additionalInfo: { ...info, ser: 1, tmr: 1 } });
      const lamp = samples.binary({ scope: "ac", additionalInfo: { ...info, ind: "r", tmr: 1 } });
      const { id: buzzerId } = await site.create("POST /buzzers", buzzer);
      const { id: displayId } = await site.create("POST /displays/binary", lamp);
      const gate = await site.plateGate(relay.port, { buzzerId, displayIds: [displayId] });
      await moveTo("buzzers", buzzerId, { rel: 1 });
      await moveTo("displays", displayId, { rel: 1 });
      const request = { params: { id: gate.gateId }, body: { reason: "Trial" } };
      const buzzed = await site.server.call<Command[]>("POST /gates/{id}/buzz", request);
      expect(buzzed.body).toMatchObject([{ state: "rejected" }]);
      const tested = [
        await site.server.call("POST /buzzers/{id}/test", { params: { id: buzzerId } }),
        await site.server.call("POST /displays/{id}/test", { params: { id: displayId } }),
      ];
      const detail = 'Its relay is that of the barrier "Boom". It needs a relay of its own.';
      expect(tested.map(({ body }) => body)).toEqual(Array(2).fill({ outcome: "rejected", detail }));
      expect(relay.heard).toEqual([]);
    },
  );

  it("SAFE-6 never switches it as a lamp that follows a variable", async () => {
    const [relay, other] = [await relayForTest(), await relayForTest()];
    await site.barrier(relay.port);
    const draft = { type: "constant", name: "Free places", scope: "epld", publish: false, value: 1 };
    const { id: variableId } = await site.create("POST /variables", draft);
    const at = (port: number, rel: number) => ({ ip: "localhost", port, drv: "modbus-tcp", rel, tmr: 1 });
    const { id } = await site.create(
      "POST /displays/binary",
      samples.binary({ variableId, additionalInfo: at(relay.port, 5) }),
    );
    await moveTo("displays", id, { rel: 1 });
    // This lamp has a separate relay, and is switched in the same run.
    await site.create("POST /displays/binary", samples.binary({ variableId, additionalInfo: at(other.port, 1) }));
    expect(await other.until(1)).toEqual(["1 on"]);
    expect(relay.heard.filter((one) => one === "1 on")).toEqual([]);
  });

  it("SAFE-6 never switches it if a host name resolves to the barrier's board only when the command is sent", async () => {
    const relay = await relayForTest();
    await site.barrier(relay.port);
    const { services } = site.server;
    const asked: string[] = [];
    const look = async (name: string) => {
      asked.push(name);
      return ["127.0.0.1"];
    };
    const sender = createCommandSender(services, site.parts.siteCache, { look });
    const leading = sender.start();
    onTestFinished(() => leading.stop());
    await poll(async () => expect(sender.isLeading()).toBe(true));
    const at = services.clock.now();
    const expiresAt = new Date(at.getTime() + maxCommandAgeMs);
    const row = { eventId: null, gateId: null, module: null, by: null, reason: null } as const;
    const command = { ...row, kind: "buzz", targetKind: "buzzer", targetId: relay.port, targetName: "Buzzer" } as const;
    const address = { host: "moving-board.invalid", port: relay.port, relayNumber: 1 };
    const payload = { way: "relay", driver: "modbus-tcp", address, pulseMs: 100 } as const;
    const { id } = await site.db
      .insertInto("commands")
      .values({ ...command, payload: JSON.stringify(payload), state: "sent", at, expiresAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    sender.dispatch([{ ...command, id, payload, state: "sent", at, expiresAt }]);
    const state = site.db.selectFrom("commands").select("state").where("id", "=", id);
    await poll(async () => expect(await state.execute()).toEqual([{ state: "rejected" }]));
    // The lamps of other tests are looked up too.
    expect(asked.filter((name) => name === address.host)).toEqual([address.host]);
    expect(relay.heard).toEqual([]);
  });
});

describe("barriers stored before relays were assigned", () => {
  const uids = ["250", "251", "252"];
  const storedBarrier = (name: string, port: number, ip = "127.0.0.1") => {
    const additionalInfo = JSON.stringify({ ip, port, drv: "modbus-tcp", rel: 1, ser: "A" });
    const row = { uid: uids.pop() ?? "", name, additionalInfo };
    return site.db.insertInto("boom_barriers").values(row).returning("id").executeTakeFirstOrThrow();
  };
  const test = async (id: number) =>
    (await site.server.call<HardwareResult>("POST /boom-barriers/{id}/test", { params: { id } })).body;

  it("SAFE-6 get their relay when the server starts; the later of two on one relay is not driven", async () => {
    const { log } = site.server.services;
    const warned = vi.spyOn(log, "warn");
    onTestFinished(() => warned.mockRestore());
    const [relay, other] = [await relayForTest(), await relayForTest()];
    const first = await storedBarrier("First", relay.port);
    const later = await storedBarrier("Later", relay.port, "localhost");
    await assignMissingRelays(site.server.services);
    await site.settle();
    const conflict = `"First" already uses relay 1 of localhost:${relay.port}. A barrier shares its relay with nothing else.`;
    expect(warned.mock.calls).toContainEqual([
      { table: "boom_barriers", id: later.id, name: "Later", conflict },
      "relay conflict: this device is not driven",
    ]);
    const detail = 'Its relay is that of the barrier "First". It needs a relay of its own.';
    expect(await test(later.id)).toEqual({ outcome: "rejected", detail });
    expect(relay.heard).toEqual([]);
    expect(await test(first.id)).toMatchObject({ outcome: "accepted" });

    const change = (body: object) =>
      site.server.call<{ message: string }>("PATCH /boom-barriers/{id}", { params: { id: later.id }, body });
    expect((await change({ name: "Renamed" })).body).toMatchObject({ code: "record/taken", message: conflict });
    const own = { ip: "127.0.0.1", port: other.port, drv: "modbus-tcp", rel: 1, ser: "A" };
    expect((await change({ additionalInfo: own })).status).toBe(200);
    await site.settle();
    expect(await test(later.id)).toMatchObject({ outcome: "accepted" });
    expect(other.heard[0]).toBe("1 on");
  });

  it("SAFE-6 get it once, also where two servers start at the same time", async () => {
    const { id } = await storedBarrier("Alone", 1, "localhost");
    await Promise.all([1, 2, 3].map(() => assignMissingRelays(site.server.services)));
    const rows = site.db.selectFrom("relay_assignments").select("address").where("boomBarrierId", "=", id);
    const addresses = (await rows.execute()).map(({ address }) => address);
    expect(addresses).toContain("127.0.0.1");
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe("a device stored on a barrier's relay by an older version", () => {
  it("ENG-1 a lamp never opens the gate for a denied vehicle", async () => {
    const relay = await relayForTest();
    const lamp = samples.binary({
      scope: "ac",
      additionalInfo: { ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 5, ind: "g", tmr: 4 },
    });
    const { id } = await site.create("POST /displays/binary", lamp);
    const gate = await site.plateGate(relay.port, { displayIds: [id] });
    await moveTo("displays", id, { rel: 1 });
    await site.push(gate, site.plateEvent("NOBODY1"));
    await poll(async () =>
      expect(await commandsOf(gate.gateId)).toMatchObject([
        {
          kind: "lamp",
          state: "rejected",
          detail: 'Its relay is that of the barrier "Boom". It needs a relay of its own.',
        },
      ]),
    );
    expect(relay.heard).toEqual([]);
  });

  it("ENG-1 a buzzer never opens the gate, and the barrier still opens for a person", async () => {
    const relay = await relayForTest();
    const { id: buzzerId } = await site.create(
      "POST /buzzers",
      samples.buzzer({
        additionalInfo: { ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 5, ser: 1, tmr: 1 },
      }),
    );
    const gate = await site.plateGate(relay.port, { buzzerId });
    await moveTo("buzzers", buzzerId, { rel: 1 });
    const request = { params: { id: gate.gateId }, body: { reason: "Trial" } };
    const buzzed = await site.server.call<Command[]>("POST /gates/{id}/buzz", request);
    expect(buzzed.body).toMatchObject([{ kind: "buzz", state: "rejected" }]);
    expect(relay.heard).toEqual([]);
    const opened = await site.server.call<Command[]>("POST /gates/{id}/open", request);
    expect(opened.body).toMatchObject([{ kind: "open", state: "accepted" }]);
    expect(await relay.until(1)).toEqual(["1 on"]);
  });
});
