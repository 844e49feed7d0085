import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { maxCommandAgeMs } from "../../../src/gate/command-record.ts";
import { createCommandSender } from "../../../src/gate/hardware/command-sender.ts";
import { startStaleCommandChecks } from "../../../src/gate/hardware/stale-commands.ts";
import { createSiteCache } from "../../../src/gate/site-cache.ts";
import { poll } from "../../intake/ingest/ingest-site.ts";
import { testServer } from "../../test-server.ts";
import { heldBoards } from "./held-boards.ts";

const { services, clock } = await testServer();
const { db } = services;
const port = 4100;

beforeEach(async () => {
  await db.deleteFrom("commands").execute();
  await db.deleteFrom("alerts").execute();
});

interface Given {
  state: "queued" | "sent";
  ageMs: number;
  kind?: "open" | "buzz";
  module?: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL";
}

/** Stores commands, each for a different barrier on one board. */
async function put(...given: readonly Given[]): Promise<void> {
  const rows = given.map(({ ageMs, kind = "open", module = "ANPR_ACCESS_CONTROL", state }, index) => {
    const at = new Date(clock.now().getTime() - ageMs);
    const address = { host: "127.0.0.1", port, relayNumber: index + 1 };
    return {
      kind,
      module,
      state,
      targetKind: kind === "open" ? "boomBarrier" : "buzzer",
      targetId: index,
      targetName: "Boom",
      payload: JSON.stringify({ way: "relay", driver: "modbus-tcp", pulseMs: 100, address }),
      at,
      expiresAt: new Date(at.getTime() + maxCommandAgeMs),
    };
  });
  await db.insertInto("commands").values(rows).execute();
}

const states = async () =>
  (await db.selectFrom("commands").select("state").orderBy("id").execute()).map(({ state }) => state);
const alerts = () => db.selectFrom("alerts").select(["type", "subject", "count"]).orderBy("subject").execute();
const alertOf = (index: number, way = "ANPR") => ({
  type: `AC_${way}_BOOMBARRIER_TRIGGER_FAILED`,
  subject: `barrier ${index}`,
  count: 1,
});

/** A process that is the leader until the end of the test. */
async function lead(holdsLease?: () => boolean) {
  const boards = heldBoards();
  const siteCache = createSiteCache(services);
  const commandSender = createCommandSender(services, siteCache, { transports: boards.transports });
  const leading = commandSender.start(holdsLease);
  onTestFinished(async () => {
    await leading.stop();
    siteCache.close();
  });
  await poll(async () => expect(commandSender.isLeading()).toBe(true));
  return { commandSender, closed: () => boards.closed(port) };
}

/** The job that every process runs, leader or not. */
function watch(): void {
  const watching = startStaleCommandChecks(services);
  onTestFinished(() => watching.stop());
}

describe("a server that becomes the leader", () => {
  it("ENG-6 ALERT-6 raises the alert of each barrier whose command was lost, and none for a buzzer", async () => {
    await put(
      { state: "sent", ageMs: 0 },
      { state: "queued", ageMs: maxCommandAgeMs, module: "RFID_ACCESS_CONTROL" },
      { state: "queued", ageMs: maxCommandAgeMs, kind: "buzz" },
    );
    const { closed } = await lead();
    await poll(async () => expect(await states()).toEqual(["unreachable", "expired", "expired"]));
    expect(await alerts()).toEqual([alertOf(0), alertOf(1, "RFID")]);
    expect(closed()).toEqual([]);
  });
});

describe("a leader whose lease is uncertain", () => {
  it("ENG-1 sends no waiting command and claims no new one", async () => {
    let holdsLease = true;
    const { commandSender, closed } = await lead(() => holdsLease);
    await put({ state: "queued", ageMs: 0 }, { state: "queued", ageMs: 0 });
    await poll(async () => expect(closed()).toHaveLength(1));
    holdsLease = false;
    closed()[0]?.hang();
    await poll(async () => expect(await states()).toEqual(["unreachable", "expired"]));
    expect([commandSender.isLeading(), closed().length]).toEqual([false, 1]);
  });
});

describe("without a leader, or while the leader hangs", () => {
  it("ENG-6 ALERT-6 any server expires commands that waited too long, and raises the barrier's alert", async () => {
    await put({ state: "queued", ageMs: maxCommandAgeMs + 3_000 }, { state: "queued", ageMs: 0 });
    watch();
    await poll(async () => expect(await states()).toEqual(["expired", "queued"]));
    expect(await alerts()).toEqual([alertOf(0)]);
    clock.advance(maxCommandAgeMs + 3_000);
    await poll(async () => expect(await states()).toEqual(["expired", "expired"]));
  });

  it("ENG-6 ALERT-6 any server ends commands that were sent long ago without a result, and none sends them", async () => {
    await put({ state: "sent", ageMs: maxCommandAgeMs + 31_000 }, { state: "sent", ageMs: maxCommandAgeMs });
    watch();
    await poll(async () => expect(await states()).toEqual(["unreachable", "sent"]));
    expect(await alerts()).toEqual([alertOf(0)]);
  });

  it("ALERT-6 many servers raise one alert for one command", async () => {
    await put({ state: "queued", ageMs: maxCommandAgeMs + 3_000 });
    for (const _ of [1, 2, 3]) watch();
    await poll(async () => expect(await states()).toEqual(["expired"]));
    expect(await alerts()).toEqual([alertOf(0)]);
  });

  it("ALERT-6 a late reply raises no second alert", async () => {
    const { closed } = await lead();
    await put({ state: "queued", ageMs: 0 });
    await poll(async () => expect(closed()).toHaveLength(1));
    clock.advance(maxCommandAgeMs + 31_000);
    watch();
    await poll(async () => expect(await states()).toEqual(["unreachable"]));
    closed()[0]?.hang();
    await put({ state: "queued", ageMs: 0, kind: "buzz" });
    await poll(async () => expect(closed()).toHaveLength(2));
    closed()[1]?.answer();
    await poll(async () => expect(await states()).toEqual(["unreachable", "accepted"]));
    expect(await alerts()).toEqual([alertOf(0)]);
  });
});
