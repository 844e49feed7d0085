import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createIngest, type Ingest } from "../../../src/intake/ingest/ingest.ts";
import { startLoops } from "../../../src/intake/loops/loop-jobs.ts";
import { createVehicleRecorder } from "../../../src/intake/loops/vehicle-recorder.ts";
import type { BackgroundJob } from "../../../src/platform/background-job.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";
import { type FakeInputBoard, inputBoardForTest } from "./fake-input-board.ts";

const site = await engineSite();
const { services, clock } = site.server;
const { siteCache, commandSender } = site.parts;
const ingest = createIngest(services, { siteCache, dispatcher: commandSender, images: null });

const jobs = new Set<BackgroundJob>();
function start(used: Ingest = ingest): BackgroundJob {
  const job = startLoops(services, { siteCache, ingest: used });
  jobs.add(job);
  return job;
}

afterEach(async () => {
  await Promise.all([...jobs].map((job) => job.stop()));
  jobs.clear();
  await site.db.deleteFrom("sensors").execute();
  await site.settle();
});

let names = 0;

async function loopOn(board: FakeInputBoard, channel: number, over = {}) {
  names += 1;
  const name = `Loop ${names}`;
  const additionalInfo = { ip: "127.0.0.1", port: board.port, channel, drv: "modbus-tcp", gtp: "N", ...over };
  const { id } = await site.create("POST /sensors", samples.loop({ name, additionalInfo }));
  await site.settle();
  return { id, count: async () => (await site.values("loop"))[`${name} Entry`] };
}

async function pass(board: FakeInputBoard, channel: number): Promise<void> {
  await board.set(channel, true);
  await board.set(channel, false);
}

const loopState = async (id: number) =>
  (await site.db.selectFrom("loop_states").select("isOccupied").where("sensorId", "=", id).execute()).map(
    ({ isOccupied }) => isOccupied,
  );

const openAlerts = async () => (await site.alerts("ac")).filter(({ type }) => type === "LOOP_STUCK");

describe("loop detectors of a board", () => {
  it("LIVE-3 each vehicle counts once, and all loops are read in one request over one connection", async () => {
    const board = await inputBoardForTest();
    const entry = await loopOn(board, 2);
    const other = await loopOn(board, 5);
    start();
    await board.set(2, false);
    await pass(board, 2);
    await pass(board, 2);
    await pass(board, 5);
    await poll(async () => expect(await entry.count()).toBe(2));
    await poll(async () => expect(await other.count()).toBe(1));
    expect(new Set(board.requests)).toEqual(new Set(["2+4"]));
    expect(board.connections()).toBe(1);
    const events = await site.events<{ detectorId: number; status: string }>("loop");
    expect(events.map(({ detectorId }) => detectorId)).toEqual([other.id, entry.id, entry.id]);
  });

  it("OPS-5 whether a vehicle is on a loop is known to every process, and unknown while its board does not reply", async () => {
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 3);
    start();
    await board.set(3, false);
    await poll(async () => expect(await loopState(loop.id)).toEqual([false]));
    await board.set(3, true);
    await poll(async () => expect(await loopState(loop.id)).toEqual([true]));
    await board.close();
    await poll(async () => expect(await loopState(loop.id)).toEqual([]));
  });

  it("LIVE-3 a loop on an input that the board does not have does not affect the others", async () => {
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 8);
    await loopOn(board, 9);
    start();
    await board.set(8, false);
    // A rejected channel costs further requests in each reading.
    await board.read(20);
    await board.set(8, true);
    await board.read(20);
    await poll(async () => expect(await loop.count()).toBe(1));
  });

  it("LIVE-3 a vehicle on the loop during a restart is not counted again, and the next one is counted", async () => {
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 1);
    const before = start();
    await board.set(1, false);
    await board.set(1, true);
    await poll(async () => expect(await loop.count()).toBe(1));
    await before.stop();
    start();
    await board.set(1, true);
    await pass(board, 1);
    expect(await loop.count()).toBe(1);
    await board.set(1, true);
    await poll(async () => expect(await loop.count()).toBe(2));
  });

  it("LIVE-3 a vehicle that two leaders see during a failover counts once", async () => {
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 1);
    start();
    start();
    await poll(async () => expect(board.connections()).toBe(2));
    for (let vehicle = 0; vehicle < 2; vehicle += 1) {
      await board.read(20);
      await board.set(1, false);
      await board.read(20);
      await board.set(1, true);
      await board.read(20);
    }
    await Promise.all([...jobs].map((job) => job.stop()));
    expect(await loop.count()).toBe(2);
  });

  it("LIVE-3 vehicles that two leaders store at the same moment count once", async () => {
    const loop = await loopOn(await inputBoardForTest(), 1);
    const sensor = (await siteCache.now()).sensors.get(loop.id);
    if (!sensor) throw new Error("the site has no such loop");
    const leaders = [1, 2].map(() =>
      createVehicleRecorder(services, createIngest(services, { siteCache, dispatcher: commandSender, images: null })),
    );
    await Promise.all(leaders.map((leader) => leader.prepare([sensor])));
    for (let vehicle = 1; vehicle <= 20; vehicle += 1) {
      for (const leader of leaders) leader.add(sensor);
      await poll(async () => expect(await loop.count()).toBeGreaterThanOrEqual(vehicle));
    }
    await Promise.all(leaders.map((leader) => leader.stop()));
    expect(await loop.count()).toBe(20);
  });

  it("LIVE-3 vehicles that could not be stored are retried, and count once even if only the reply was lost", async () => {
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 1);
    let attempts = 0;
    const job = start({
      ...ingest,
      accept: async (...push) => {
        attempts += 1;
        if (attempts === 1) throw new Error("the database is away");
        const reasons = await ingest.accept(...push);
        if (attempts === 2) throw new Error("the connection was lost after the commit");
        return reasons;
      },
    });
    await board.set(1, false);
    await pass(board, 1);
    await pass(board, 1);
    await poll(async () => expect(attempts).toBeGreaterThan(3));
    await job.stop();
    expect(await loop.count()).toBe(2);
  });

  it("LIVE-3 a board that hangs does not delay others, is logged once and is read again when it replies", async () => {
    const board = await inputBoardForTest();
    const broken = await inputBoardForTest();
    broken.behave("hangs");
    const warn = vi.spyOn(services.log, "warn");
    const loop = await loopOn(board, 1);
    const silent = await loopOn(broken, 1);
    start();
    await board.set(1, false);
    await broken.read(2);
    await board.set(1, true);
    await poll(async () => expect(await loop.count()).toBe(1));
    broken.behave("replies");
    await broken.set(1, false);
    await broken.set(1, true);
    await poll(async () => expect(await silent.count()).toBe(1));
    const warnings = warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes(`${broken.port}`));
    expect(warnings).toEqual([`The loop board 127.0.0.1:${broken.port} does not reply: No reply within 1 s.`]);
  });

  it("LIVE-3 MOD-3 boards are read only while the module is active and their address is allowed", async () => {
    const board = await inputBoardForTest();
    await loopOn(board, 1);
    start();
    await board.read(1);
    await site.activate({ ...everyModule(true), LOOP_DETECTOR: false });
    await poll(async () => expect(board.connections()).toBe(0));
    await site.activate(everyModule(true));
    await board.read(1);
    await site.configure("deviceNetworks", "127.0.0.2/32");
    await poll(async () => expect(board.connections()).toBe(0));
    await site.configure("deviceNetworks", "127.0.0.0/8");
    await board.read(1);
  });

  it("LIVE-3 loops with another driver are not read", async () => {
    const pushing = await inputBoardForTest();
    const board = await inputBoardForTest();
    await loopOn(pushing, 1, { drv: "push" });
    await loopOn(board, 1);
    start();
    await board.read(5);
    expect(pushing.connections()).toBe(0);
  });
});

describe("a permanently occupied loop", () => {
  /** Lets time pass in steps that are short enough to count as continuous. */
  async function occupyFor(board: FakeInputBoard, seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1.5) {
      clock.advance(1_500);
      await board.read(2);
    }
  }

  /** The loop stays occupied: on a busy machine a read may be late, and then the time counts from a later one. */
  const pollOccupied = (board: FakeInputBoard, alerts: readonly object[]) =>
    poll(async () => {
      await occupyFor(board, 3);
      expect(await openAlerts()).toMatchObject(alerts);
    });

  it("LIVE-3 raises one alert, which is resolved when the loop is free again", async () => {
    await site.configure("loopStuckMinutes", 1);
    const board = await inputBoardForTest();
    const loop = await loopOn(board, 3);
    const first = start();
    await board.set(3, false);
    await board.set(3, true);
    await occupyFor(board, 50);
    expect(await openAlerts()).toEqual([]);
    await occupyFor(board, 12);
    const alert = {
      title: "Loop permanently occupied",
      description: expect.stringMatching(/^"Loop \d+" has been occupied for 1 min and counts no vehicles\.$/),
      count: 1,
      additionalInfo: { sensorId: loop.id },
    };
    await pollOccupied(board, [alert]);
    // The alert survives a restart and is not raised twice.
    await first.stop();
    start();
    await board.set(3, true);
    await occupyFor(board, 62);
    expect(await openAlerts()).toMatchObject([alert]);
    await board.set(3, false);
    await poll(async () => expect(await openAlerts()).toEqual([]));
    await board.set(3, true);
    await poll(async () => expect(await loop.count()).toBe(2));
  });

  it("LIVE-3 DEMO-2 the time may be shorter than a minute", async () => {
    await site.configure("loopStuckMinutes", 0.25);
    const board = await inputBoardForTest();
    await loopOn(board, 3);
    start();
    await board.set(3, false);
    await board.set(3, true);
    await occupyFor(board, 17);
    const description = expect.stringMatching(/ has been occupied for 15 s and counts no vehicles\.$/);
    await pollOccupied(board, [{ description }]);
    await board.set(3, false);
    await poll(async () => expect(await openAlerts()).toEqual([]));
  });

  it("LIVE-3 the alert of a loop that is deleted is resolved", async () => {
    await site.configure("loopStuckMinutes", 1);
    const board = await inputBoardForTest();
    const { id } = await loopOn(board, 3);
    start();
    await board.set(3, true);
    await occupyFor(board, 62);
    await poll(async () => expect(await openAlerts()).toHaveLength(1));
    await site.server.call("DELETE /sensors/{id}", { params: { id } });
    await poll(async () => expect(await openAlerts()).toEqual([]));
  });
});
