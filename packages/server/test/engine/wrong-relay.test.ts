import type { Command } from "@gatehouse/contract/events/command";
import { describe, expect, it, onTestFinished } from "vitest";
import { openField } from "../../src/live/field/field.ts";
import { samples } from "../hardware/samples.ts";
import { engineSite, poll } from "./engine-site.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const commandsOf = async (id: number) =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id } })).body.commands;

/** Puts something on a relay as nobody is allowed to any more. */
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

describe("what shares a barrier's relay under another spelling of its address", () => {
  it.each(["localhost", "LOCALHOST", "0::ffff:127.0.0.1", "0177.0.0.01"])(
    "SAFE-6 never switches it: neither the buttons of a gate nor the tests, at %s",
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
      const byHand = { params: { id: gate.gateId }, body: { reason: "Trial" } };
      const buzzed = await site.server.call<Command[]>("POST /gates/{id}/buzz", byHand);
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

  it("SAFE-6 never lights: a lamp that follows a variable", async () => {
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
    // This one is on a relay of its own, and lit by the same look at all lamps.
    await site.create("POST /displays/binary", samples.binary({ variableId, additionalInfo: at(other.port, 1) }));
    expect(await other.until(1)).toEqual(["1 on"]);
    expect(relay.heard.filter((one) => one === "1 on")).toEqual([]);
  });

  it("SAFE-6 never switches it: a name that leads to the barrier's board only when the command is sent", async () => {
    const relay = await relayForTest();
    await site.barrier(relay.port);
    const { services } = site.server;
    const asked: string[] = [];
    const look = async (name: string) => {
      asked.push(name);
      return ["127.0.0.1"];
    };
    const field = openField(services, site.parts.facts, undefined, look);
    const leading = field.lead();
    onTestFinished(() => leading.stop());
    await poll(async () => expect(field.isLeading()).toBe(true));
    const at = services.clock.now();
    const expiresAt = new Date(at.getTime() + 5_000);
    const row = { eventId: null, gateId: null, module: null, by: null, reason: null } as const;
    const command = { ...row, kind: "buzz", targetKind: "buzzer", targetId: relay.port, targetName: "Buzzer" } as const;
    const address = { host: "moving-board.invalid", port: relay.port, relayNumber: 1 };
    const payload = { way: "relay", driver: "modbus-tcp", address, pulseMs: 100 } as const;
    const { id } = await site.db
      .insertInto("commands")
      .values({ ...command, payload: JSON.stringify(payload), state: "sent", at, expiresAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    field.carryOut([{ ...command, id, payload, state: "sent", at, expiresAt }]);
    const state = site.db.selectFrom("commands").select("state").where("id", "=", id);
    await poll(async () => expect(await state.execute()).toEqual([{ state: "rejected" }]));
    expect(asked.filter((name) => name === address.host)).toHaveLength(1);
    expect(relay.heard).toEqual([]);
  });
});

describe("what was entered on a barrier's relay before that was refused", () => {
  it("ENG-1 a lamp never opens the gate for a vehicle that is denied", async () => {
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
    const byHand = { params: { id: gate.gateId }, body: { reason: "Trial" } };
    const buzzed = await site.server.call<Command[]>("POST /gates/{id}/buzz", byHand);
    expect(buzzed.body).toMatchObject([{ kind: "buzz", state: "rejected" }]);
    expect(relay.heard).toEqual([]);
    const opened = await site.server.call<Command[]>("POST /gates/{id}/open", byHand);
    expect(opened.body).toMatchObject([{ kind: "open", state: "accepted" }]);
    expect(await relay.until(1)).toEqual(["1 on"]);
  });
});
