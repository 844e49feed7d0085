import { describe, expect, it, onTestFinished } from "vitest";
import { maxCommandAgeMs } from "../../../src/gate/command-record.ts";
import { createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { blockTable } from "../../intake/ingest/blocked-table.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { socketCaller } from "../../intake/ingest/socket-caller.ts";
import { testServer } from "../../test-server.ts";
import { samples } from "../site/samples.ts";
import { signForTest } from "./fake-sign.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const { clock, services } = site.server;
const call = await socketCaller(site.server);

const gone = "Caller disconnected before the command was sent.";
// The clock also runs on by itself.
const isTooOld = /Too old: requested 2\d s ago\./;
const tooOld = expect.stringMatching(isTooOld);

const commandsFor = ([kind, targetId]: readonly [string, number]) =>
  site.db
    .selectFrom("commands")
    .select(["kind", "state", "detail"])
    .where("targetKind", "=", kind)
    .where("targetId", "=", targetId)
    .orderBy("id")
    .execute();

/** A gate with a barrier, a buzzer and a sign, and the calls that command them. */
async function wiredGate() {
  const [relay, sign] = [await relayForTest(), await signForTest()];
  const { id: buzzerId } = await site.create(
    "POST /buzzers",
    samples.buzzer({
      additionalInfo: { ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 5, ser: 1, tmr: 1 },
    }),
  );
  const { id: displayId } = await site.create(
    "POST /displays/grid",
    samples.grid({}, { ip: "127.0.0.1", port: sign.port, tmr: 1 }),
  );
  const { gateId, boomBarrierId } = await site.plateGate(relay.port, { buzzerId, displayIds: [displayId] });
  await poll(async () => expect(sign.shown.length).toBeGreaterThan(0));
  const idle = sign.shown.length;
  const reason = { reason: "Trial" };
  const calls = {
    open: { path: `/gates/${gateId}/open`, body: reason, target: ["boomBarrier", boomBarrierId] },
    buzz: { path: `/gates/${gateId}/buzz`, body: reason, target: ["buzzer", buzzerId] },
    show: { path: `/gates/${gateId}/show`, body: { ...reason, text: "CLOSED" }, target: ["display", displayId] },
    "test of a barrier": {
      path: `/boom-barriers/${boomBarrierId}/test`,
      body: {},
      target: ["boomBarrier", boomBarrierId],
    },
    "test of a buzzer": { path: `/buzzers/${buzzerId}/test`, body: {}, target: ["buzzer", buzzerId] },
    "test of a display": { path: `/displays/${displayId}/test`, body: {}, target: ["display", displayId] },
  } as const;
  return { calls, heard: () => [...relay.heard, ...sign.shown.slice(idle)] };
}

const kinds = ["open", "buzz", "show", "test of a barrier", "test of a buzzer", "test of a display"] as const;

describe.each(kinds)("a manual %s while the database hangs", (kind) => {
  it("SAFE-3 is recorded as expired and never sent, if its caller has disconnected", async () => {
    const { calls, heard } = await wiredGate();
    const { path, body, target } = calls[kind];
    const sessions = await blockTable(services, "sessions");
    const { drop } = call(path, body);
    await sessions.isWaitedFor();
    await drop();
    await sessions.release();
    await poll(async () => expect(await commandsFor(target)).toMatchObject([{ state: "expired", detail: gone }]));
    expect(heard()).toEqual([]);
  });

  it("SAFE-3 is recorded as expired and never sent, if it is too old by then", async () => {
    const { calls, heard } = await wiredGate();
    const { path, body, target } = calls[kind];
    const sessions = await blockTable(services, "sessions");
    const { answer } = call(path, body);
    await sessions.isWaitedFor();
    clock.advance(20_000);
    await sessions.release();
    expect(JSON.stringify(await answer)).toMatch(isTooOld);
    expect(await commandsFor(target)).toMatchObject([{ state: "expired", detail: tooOld }]);
    expect(heard()).toEqual([]);
  });
});

describe("a command queued behind a board that does not reply", () => {
  it("SAFE-3 is not sent if its caller disconnects meanwhile", async () => {
    const relay = await relayForTest("hangs");
    const { boomBarrierId } = await site.plateGate(relay.port);
    const { id: behind } = await site.barrier(relay.port, 2);
    const first = call(`/boom-barriers/${boomBarrierId}/test`);
    await relay.until(1);
    const { drop } = call(`/boom-barriers/${behind}/test`);
    await poll(async () => expect(await commandsFor(["boomBarrier", behind])).toMatchObject([{ state: "sent" }]));
    await drop();
    await first.answer;
    await poll(async () =>
      expect(await commandsFor(["boomBarrier", behind])).toMatchObject([{ state: "expired", detail: gone }]),
    );
    expect(relay.heard).not.toContain("2 on");
  });

  it("SAFE-3 is not sent if the site's settings could not be read in time", async () => {
    const relay = await relayForTest();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const siteCache = { ...site.parts.siteCache, now: () => released.then(() => site.parts.siteCache.now()) };
    const commandSender = createCommandSender(services, siteCache);
    const leading = commandSender.start();
    onTestFinished(async () => {
      release();
      await leading.stop();
    });
    await poll(async () => expect(commandSender.isLeading()).toBe(true));
    const address = { host: "127.0.0.1", port: relay.port, relayNumber: 1 };
    const at = clock.now();
    const row = {
      eventId: null,
      gateId: null,
      module: null,
      kind: "open",
      targetKind: "boomBarrier",
      targetId: relay.port,
      targetName: "Boom",
      payload: { way: "relay", driver: "modbus-tcp", address, pulseMs: 100 },
      state: "sent",
      at,
      expiresAt: new Date(at.getTime() + maxCommandAgeMs),
      by: null,
      reason: null,
    } as const;
    const { id } = await site.db
      .insertInto("commands")
      .values({ ...row, payload: JSON.stringify(row.payload) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const origin = { monotonicMs: clock.monotonicMs(), isCallerGone: () => false };
    commandSender.dispatch([{ ...row, id, origin }]);
    clock.advance(20_000);
    release();
    await poll(async () =>
      expect(await commandsFor(["boomBarrier", relay.port])).toMatchObject([{ state: "expired", detail: tooOld }]),
    );
    expect(relay.heard).toEqual([]);
  });
});

describe("a command of a server that does not drive the hardware", async () => {
  const follower = await testServer();
  const callFollower = await socketCaller(follower);

  it("SAFE-3 is withdrawn if its caller disconnects before another server has claimed it", async () => {
    const additionalInfo = { ip: "127.0.0.1", port: 502, drv: "modbus-tcp", rel: 1, ser: "A" };
    const { body } = await follower.call<{ id: number }>("POST /boom-barriers", {
      body: samples.boomBarrier({ additionalInfo }),
    });
    const { drop } = callFollower(`/boom-barriers/${body.id}/test`);
    const commands = follower.services.db.selectFrom("commands").select(["state", "detail"]);
    await poll(async () => expect(await commands.execute()).toMatchObject([{ state: "queued" }]));
    await drop();
    await poll(async () => expect(await commands.execute()).toEqual([{ state: "expired", detail: gone }]));
  });
});

describe("a push while the database hangs", () => {
  it("SAFE-3 is stored, and opens nothing if it is too old by then", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("LATE 1");
    const keys = await blockTable(services, "event_keys");
    const pushed = site.push(gate, site.plateEvent("LATE1"));
    await keys.isWaitedFor();
    clock.advance(20_000);
    await keys.release();
    expect((await pushed).statusCode).toBe(200);
    await poll(async () =>
      expect(await commandsFor(["boomBarrier", gate.boomBarrierId])).toMatchObject([
        { state: "expired", detail: tooOld },
      ]),
    );
    expect(relay.heard).toEqual([]);
  });

  it("SAFE-3 SAFE-5 is rejected and opens nothing if identifying its sender took too long", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("LATE 2");
    const body = site.plateEvent("LATE2");
    const devices = await blockTable(services, "ai_devices");
    site.parts.siteCache.drop();
    const pushed = site.push(gate, body);
    await devices.isWaitedFor();
    clock.advance(20_000);
    await devices.release();
    expect((await pushed).statusCode).toBe(503);
    expect(await commandsFor(["boomBarrier", gate.boomBarrierId])).toEqual([]);
    expect(relay.heard).toEqual([]);
  });
});
