import type { Command } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sendDueMessages } from "../../../src/alert/outbox.ts";
import { maxCommandAgeMs } from "../../../src/gate/command-record.ts";
import { createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { startStaleCommandChecks } from "../../../src/gate/hardware/stale-commands.ts";
import { createSiteCache } from "../../../src/gate/site-cache.ts";
import { createImageUrls, readImageTicket } from "../../../src/house/event-image-urls.ts";
import { notifyChange } from "../../../src/platform/database/channels.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { ownPassword, testServer } from "../../test-server.ts";
import { samples } from "../site/samples.ts";
import { signForTest } from "./fake-sign.ts";
import { heldBoards } from "./held-boards.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const { clock } = site.server;
const hour = 3_600_000;
const steps = [
  { name: "back", ms: -hour },
  { name: "forward", ms: hour },
];

let token: string | undefined;

/** Steps the clock until the end of the test, and signs in again, because the step may end the session. */
async function step(ms: number): Promise<void> {
  clock.step(ms);
  onTestFinished(() => {
    clock.step(-ms);
    token = undefined;
  });
  token = (await site.server.login(ownPassword)).body.token;
}

const open = async (id: number) =>
  (await site.server.call<Command[]>("POST /gates/{id}/open", { params: { id }, body: { reason: "Trial" } }, token))
    .body;
const commandsOf = async (id: number) =>
  (await site.server.call<{ commands: Command[] }>("GET /gates/{id}/activity", { params: { id } }, token)).body
    .commands;
const pulses = (heard: readonly string[]) => heard.filter((one) => one === "1 on").length;

describe.each(steps)("the clock steps $name by an hour", ({ name, ms }) => {
  it("SAFE-2 a person opens again: the second command is a separate pulse", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const [first] = await open(gateId);
    await step(ms);
    clock.advance(2_000);
    const [second] = await open(gateId);
    expect(second).toMatchObject({ state: "accepted" });
    expect(second?.id).not.toBe(first?.id);
    expect(pulses(relay.heard)).toBe(2);
  });

  it("SAFE-2 a person presses twice: this is still one pulse", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    const first = await open(gateId);
    await step(ms);
    expect(await open(gateId)).toEqual(first);
    expect(pulses(relay.heard)).toBe(1);
  });

  it("SAFE-2 an automatic open command that waits behind a slow board is still sent", async () => {
    const relay = await relayForTest("hangs");
    const gate = await site.plateGate(relay.port);
    await site.plate(`WAITS ${name}`);
    await site.plate(`BEHIND ${name}`);
    await site.push(gate, site.plateEvent(`WAITS${name}`));
    await relay.until(1);
    await site.push(gate, site.plateEvent(`BEHIND${name}`));
    await step(ms);
    relay.behave("well");
    await poll(async () => expect(pulses(relay.heard)).toBe(2));
    await poll(async () =>
      expect(await commandsOf(gate.gateId)).toMatchObject([{ state: "accepted" }, { state: "unreachable" }]),
    );
  });

  it("SAFE-2 a camera with an unchanged clock: its next vehicle passes, and the previous one passes only once", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate(`SEEN ${name}`);
    await site.plate(`NEXT ${name}`);
    const at = clock.now().toISOString();
    await site.push(gate, site.plateEvent(`SEEN${name}`, { at }));
    await poll(async () => expect(pulses(relay.heard)).toBe(1));
    await step(ms);
    await site.push(gate, site.plateEvent(`SEEN${name}`, { at }));
    await site.push(gate, site.plateEvent(`NEXT${name}`, { at }));
    expect(await commandsOf(gate.gateId)).toHaveLength(2);
    await poll(async () => expect(pulses(relay.heard)).toBe(2));
  });

  it("SAFE-2 during a pulse timed by the server: the relay is released once, and no stored release remains", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port);
    await open(gateId);
    await step(ms);
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    const left = site.db.selectFrom("relay_releases").select("port").where("port", "=", relay.port);
    await poll(async () => expect(await left.execute()).toEqual([]));
  });

  it("SAFE-2 while a sign shows a message: it keeps it for the configured time, then shows its idle rows", async () => {
    const sign = await signForTest();
    const info = { ip: "127.0.0.1", port: sign.port, chars: 8, rows: 1, tmr: 1 };
    const { id: displayId } = await site.create("POST /displays/grid", samples.grid({}, info));
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port, { displayIds: [displayId] });
    await poll(async () => expect(sign.shown.length).toBeGreaterThan(0));
    const idle = sign.shown.at(-1);
    const body = { reason: "Trial", text: "CLOSED" };
    const before = sign.shown.length;
    const sentAt = performance.now();
    await site.server.call("POST /gates/{id}/show", { params: { id: gateId }, body });
    await step(ms);
    // Makes the server check all signs.
    await sql`select ${notifyChange("displays")}`.execute(site.db);
    await poll(async () => expect(sign.shown.length).toBeGreaterThan(before + 1));
    expect(sign.shown.at(-1)).toBe(idle);
    expect(performance.now() - sentAt).toBeGreaterThan(900);
  });
});

describe("the clock steps back", () => {
  it("SAFE-2 slots still take the state that their device reports, so that lamps and signs follow", async () => {
    const sender = await site.slotCamera("Steps", ["A1"]);
    await site.push(sender, site.slotsEvent("s1", { A1: "occupied" }));
    expect(await site.values("epld")).toMatchObject({ "Steps A1": 0 });
    const at = clock.now().toISOString();
    clock.step(-hour);
    onTestFinished(() => clock.step(hour));
    await site.push(sender, site.slotsEvent("s2", { A1: "free" }, at));
    expect(await site.values("epld")).toMatchObject({ "Steps A1": 1 });
  });

  it("SAFE-2 the URL of an image from before the step is still valid", () => {
    const { tickets } = site.server.services;
    const hash = `20261115-${"a".repeat(64)}`;
    const now = clock.now();
    const address = createImageUrls(tickets, now)(hash, 7) ?? "";
    const dayBefore = new Date(now.getTime() - 24 * hour);
    expect(readImageTicket(address.split("/").at(-1) ?? "", tickets, dayBefore)).toEqual({ name: hash, gateId: 7 });
  });
});

describe.each(steps)("commands of another process, when the clock steps $name by an hour", async ({ ms }) => {
  const { services, clock: own } = await testServer();
  const { db } = services;
  const port = 4200;

  beforeEach(() => db.deleteFrom("commands").execute());

  async function queue(ageMs: number): Promise<void> {
    const at = new Date(own.now().getTime() - ageMs);
    const address = { host: "127.0.0.1", port, relayNumber: 1 };
    await db
      .insertInto("commands")
      .values({
        kind: "open",
        state: "queued",
        targetKind: "boomBarrier",
        targetId: 1,
        targetName: "Boom",
        payload: JSON.stringify({ way: "relay", driver: "modbus-tcp", pulseMs: 100, address }),
        at,
        expiresAt: new Date(at.getTime() + maxCommandAgeMs),
      })
      .execute();
  }

  const states = async () => (await db.selectFrom("commands").select("state").execute()).map(({ state }) => state);

  function lead() {
    const boards = heldBoards();
    const siteCache = createSiteCache(services);
    const leading = createCommandSender(services, siteCache, { transports: boards.transports }).start();
    onTestFinished(async () => {
      await leading.stop();
      siteCache.close();
    });
    return () => boards.closed(port);
  }

  it("SAFE-2 a recent one is sent", async () => {
    await queue(0);
    own.step(ms);
    const closed = lead();
    await poll(async () => expect(closed()).toHaveLength(1));
    closed()[0]?.answer();
    await poll(async () => expect(await states()).toEqual(["accepted"]));
  });

  it("SAFE-2 one that is too old expires and is not sent", async () => {
    await queue(maxCommandAgeMs + 1_000);
    own.step(ms);
    const closed = lead();
    await poll(async () => expect(await states()).toEqual(["expired"]));
    expect(closed()).toEqual([]);
  });

  it("SAFE-2 a server that does not drive the hardware expires it when its time is over, not before", async () => {
    await queue(0);
    own.step(ms);
    let looks = 0;
    const elapsedMs = (since: Date) => {
      looks += 1;
      return own.elapsedMs(since);
    };
    const watching = startStaleCommandChecks({ ...services, clock: { ...own, elapsedMs } });
    onTestFinished(() => watching.stop());
    await poll(async () => expect(looks).toBeGreaterThan(1));
    expect(await states()).toEqual(["queued"]);
    own.advance(maxCommandAgeMs + 3_000);
    await poll(async () => expect(await states()).toEqual(["expired"]));
  });

  it("SAFE-2 a message to another system is still sent", async () => {
    const now = own.now();
    await db.deleteFrom("outbox").execute();
    const payload = JSON.stringify({ machine: "T", machineName: "T", plate: "", gate: "", eventId: 1, at: now });
    await db.insertInto("outbox").values({ kind: "ticket", payload, createdAt: now, nextAttemptAt: now }).execute();
    own.step(ms);
    await sendDueMessages(services, "ticket");
    expect(await db.selectFrom("outbox").select("attempts").execute()).toEqual([{ attempts: 1 }]);
  });
});
