import type { Command } from "@gatehouse/contract/events/command";
import { describe, expect, it } from "vitest";
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
