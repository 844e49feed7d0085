import type { Command } from "@gatehouse/contract/events/command";
import { describe, expect, it, onTestFinished } from "vitest";
import { maxCommandAgeMs } from "../../../src/gate/command-record.ts";
import { type CommandSender, createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { createSiteCache } from "../../../src/gate/site-cache.ts";
import type { Services } from "../../../src/platform/services.ts";
import { createServer } from "../../../src/server.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { testServer } from "../../test-server.ts";
import { heldBoards } from "./held-boards.ts";

const boards = heldBoards();
const site = await engineSite(null, (services) => {
  const parts = createSharedParts(services);
  return { ...parts, commandSender: createCommandSender(services, parts.siteCache, { transports: boards.transports }) };
});
const { clock, services } = site.server;
clock.freeze();
const commandsOf = async (id: number) =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id } })).body.commands;

/** A gate whose barrier does not reply to the open command of a first vehicle, and a second vehicle behind it. */
async function twoVehicles(port: number) {
  const gate = await site.plateGate(port);
  await site.plate(`FIRST ${port}`);
  await site.plate(`SECOND ${port}`);
  await site.push(gate, site.plateEvent(`FIRST${port}`));
  await site.push(gate, site.plateEvent(`SECOND${port}`));
  await poll(async () => expect(boards.closed(port)).toHaveLength(1));
  return gate;
}

describe("a command queued behind a device that does not reply", () => {
  it("ENG-1 ENG-6 is never sent after five seconds; it is shown as expired and raises the barrier's alert", async () => {
    const gate = await twoVehicles(4001);
    clock.advance(maxCommandAgeMs);
    boards.closed(4001)[0]?.hang();
    await poll(async () =>
      expect(await commandsOf(gate.gateId)).toMatchObject([
        {
          kind: "open",
          state: "expired",
          detail: expect.stringMatching(/^Too old: requested \d s ago\.$/),
          endedAt: expect.any(String),
        },
        { kind: "open", state: "unreachable" },
      ]),
    );
    expect(boards.closed(4001)).toHaveLength(1);
    const [event] = await site.events("ac", { search: "SECOND4001" });
    expect((await site.why("ac", event?.id ?? 0)).commands).toMatchObject([{ kind: "open", state: "expired" }]);
    expect(await site.alerts("ac")).toMatchObject([{ type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED", count: 2 }]);
  });

  it("ENG-1 is sent if it waits for less", async () => {
    const gate = await twoVehicles(4002);
    clock.advance(maxCommandAgeMs - 1);
    boards.closed(4002)[0]?.hang();
    await poll(async () => expect(boards.closed(4002)).toHaveLength(2));
    boards.closed(4002)[1]?.answer();
    await poll(async () =>
      expect(await commandsOf(gate.gateId)).toMatchObject([{ state: "accepted" }, { state: "unreachable" }]),
    );
  });

  it("ENG-1 is not sent by a server that is no longer the leader", async () => {
    const gate = await twoVehicles(4003);
    const leading = site.restartLeading();
    boards.closed(4003)[0]?.hang();
    await leading;
    await poll(async () =>
      expect(await commandsOf(gate.gateId)).toMatchObject([{ state: "expired" }, { state: "unreachable" }]),
    );
    expect(boards.closed(4003)).toHaveLength(1);
  });
});

describe("a server that is not the leader", () => {
  it("ENG-1 sends neither its own commands nor queued ones", async () => {
    const others = heldBoards();
    const parts = createSharedParts(services);
    const commandSender = createCommandSender(services, parts.siteCache, { transports: others.transports });
    const follower = await createServer(services, { parts: { ...parts, commandSender } });
    onTestFinished(() => follower.close());
    const gate = await site.plateGate(4004);
    await site.plate("FOLLOWER 1");
    const response = await follower.inject({
      method: "POST",
      url: `/api/ingest/${gate.id}`,
      headers: { "x-gatehouse-secret": gate.secret, "content-type": "application/json" },
      payload: JSON.stringify(site.plateEvent("FOLLOWER1")),
    });
    expect(response.statusCode).toBe(200);
    await poll(async () => expect(boards.closed(4004)).toHaveLength(1));
    boards.closed(4004)[0]?.answer();
    await poll(async () => expect(await commandsOf(gate.gateId)).toMatchObject([{ state: "accepted" }]));
    expect(others.closed(4004)).toEqual([]);
  });
});

describe("a server that starts", async () => {
  const { services: fresh, clock: itsClock } = await testServer();
  itsClock.freeze();

  /** Stores commands as a killed server left them; returns the state of each. */
  async function left(services: Services, port: number, given: readonly { state: string; ageMs: number }[]) {
    const payload = { way: "relay", driver: "modbus-tcp", pulseMs: 100 };
    const rows = given.map(({ state, ageMs }, index) => {
      const at = new Date(services.clock.now().getTime() - ageMs);
      const address = { host: "127.0.0.1", port, relayNumber: index + 1 };
      return {
        kind: "open",
        targetKind: "boomBarrier",
        targetId: index,
        targetName: "Boom",
        payload: JSON.stringify({ ...payload, address }),
        state,
        at,
        expiresAt: new Date(at.getTime() + maxCommandAgeMs),
      };
    });
    const ids = (await services.db.insertInto("commands").values(rows).returning("id").execute()).map(({ id }) => id);
    return async () => {
      const found = services.db.selectFrom("commands").select("state").where("id", "in", ids).orderBy("id");
      return (await found.execute()).map(({ state }) => state);
    };
  }

  /** A process that is the leader until it is stopped. */
  async function leader() {
    const its = heldBoards();
    const siteCache = createSiteCache(fresh);
    const commandSender: CommandSender = createCommandSender(fresh, siteCache, { transports: its.transports });
    const leading = commandSender.start();
    await poll(async () => expect(commandSender.isLeading()).toBe(true));
    return {
      closed: its.closed,
      stop: async () => {
        await leading.stop();
        siteCache.close();
      },
    };
  }

  it("ENG-5 sends an unsent command once, and never one that was already sent or is too old", async () => {
    const states = await left(fresh, 4005, [
      { state: "sent", ageMs: 0 },
      { state: "sent", ageMs: maxCommandAgeMs },
      { state: "queued", ageMs: maxCommandAgeMs },
      { state: "queued", ageMs: 0 },
    ]);
    const first = await leader();
    await poll(async () => expect(first.closed(4005)).toHaveLength(1));
    first.closed(4005)[0]?.answer();
    await poll(async () => expect(await states()).toEqual(["unreachable", "unreachable", "expired", "accepted"]));
    await first.stop();
    const second = await leader();
    await second.stop();
    expect([first.closed(4005).length, second.closed(4005).length]).toEqual([1, 0]);
    expect(await states()).toEqual(["unreachable", "unreachable", "expired", "accepted"]);
  });
});
