import type { Alert } from "@gatehouse/contract/entities/alert";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIngest } from "../../../src/intake/ingest/ingest.ts";
import { startLoops } from "../../../src/intake/loops/loop-jobs.ts";
import type { BackgroundJob } from "../../../src/platform/background-job.ts";
import { channels } from "../../../src/platform/database/channels.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { signForTest } from "../hardware/fake-sign.ts";
import { samples } from "../site/samples.ts";
import { boardForTest, type FakeBoard } from "./fake-board.ts";

const site = await engineSite();
const { services } = site.server;
const { siteCache, commandSender, hardwareState } = site.parts;
const ingest = createIngest(services, { siteCache, dispatcher: commandSender, images: null });

let jobs: BackgroundJob[] = [];
beforeEach(() => {
  jobs = [commandSender.startStatusChecks(), startLoops(services, { siteCache, ingest, hardwareState })];
});
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
  for (const table of ["gates", "boom_barriers", "displays", "sensors", "alerts", "hardware_status"] as const)
    await site.db.deleteFrom(table).execute();
  await site.settle();
});

const load = async () => (await site.server.call<HardwareStatus[]>("GET /hardware/status", {})).body;
const stateOf = async (kind: string, id: string | number) =>
  (await load()).find((status) => status.kind === kind && status.id === String(id))?.state;
const boardState = (board: { port: number }) => stateOf("board", `127.0.0.1:${board.port}`);
const offlineAlerts = async (scope = "ac", resolved = false) => {
  const { body } = await site.server.call<Alert[]>("GET /alerts", { query: { scope, ...(resolved && { resolved }) } });
  return body.filter(({ type }) => type === "HARDWARE_OFFLINE");
};

async function gateAt(board: FakeBoard, name: string, rel = 1) {
  const barrier = await site.barrier(board.port, rel, `Barrier of ${name}`);
  return site.create("POST /gates", samples.gate({ name, boomBarrierId: barrier.id }));
}

describe("the status of a board", () => {
  it("LIVE-10 is offline within 10 s of pulling its plug, with one alert that names it and its gates", async () => {
    const board = await boardForTest();
    await gateAt(board, "North", 1);
    await gateAt(board, "South", 2);
    await poll(async () => expect(await boardState(board)).toBe("online"));
    const topics: string[] = [];
    const unfollow = services.live.follow(channels.changes, (topic) => topics.push(topic));
    await board.unplug();
    await poll(async () => expect(await boardState(board)).toBe("offline"));
    await poll(async () => expect(topics).toContain("hardware_status"));
    unfollow();
    await poll(async () => expect(await offlineAlerts()).toHaveLength(1));
    expect(await offlineAlerts()).toMatchObject([
      {
        title: "Board offline",
        description: `"Relay board 127.0.0.1:${board.port}" does not reply. Gates affected: North, South.`,
        count: 1,
        additionalInfo: { error: expect.stringMatching(/refused/i) },
      },
    ]);
    await board.plugIn();
    await poll(async () => expect(await boardState(board)).toBe("online"));
    await poll(async () => expect(await offlineAlerts()).toEqual([]));
  });

  it("LIVE-10 is offline when the board hangs, and each address is checked once for all its devices", async () => {
    const board = await boardForTest();
    await gateAt(board, "West", 1);
    await gateAt(board, "East", 2);
    await poll(async () => expect(await boardState(board)).toBe("online"));
    expect((await load()).filter(({ kind }) => kind === "board")).toHaveLength(1);
    board.behave("hangs");
    await poll(async () => expect(await boardState(board)).toBe("offline"));
  });

  it("LIVE-10 an alert that a user resolved is not raised again while the board stays offline", async () => {
    const board = await boardForTest();
    await gateAt(board, "Yard");
    await board.unplug();
    await poll(async () => expect(await offlineAlerts()).toHaveLength(1));
    const [alert] = await offlineAlerts();
    await site.server.call("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    await site.barrier(board.port, 5, "Another barrier");
    await poll(async () => expect(await boardState(board)).toBe("offline"));
    expect(await offlineAlerts()).toEqual([]);
    await board.plugIn();
  });

  it("LIVE-10 MOD-3 is not checked while its modules are inactive", async () => {
    const board = await boardForTest();
    await gateAt(board, "Quiet");
    await poll(async () => expect(await boardState(board)).toBe("online"));
    await site.activate({ ...everyModule(true), ANPR_ACCESS_CONTROL: false, RFID_ACCESS_CONTROL: false });
    await poll(async () => expect(await boardState(board)).toBeUndefined());
    await site.activate(everyModule(true));
  });

  it("LIVE-10 is unknown with a driver that can't check it", async () => {
    const additionalInfo = { ip: "127.0.0.1", port: 9, drv: "other", rel: 1, ser: "A" };
    await site.create("POST /boom-barriers", samples.boomBarrier({ additionalInfo }));
    await poll(async () =>
      expect(await load()).toMatchObject([{ state: "unknown", reason: "Its driver can't check it." }]),
    );
  });
});

describe("the status of a sign", () => {
  it("LIVE-10 is offline when it accepts no connection, with an alert that names it and its gate", async () => {
    const sign = await boardForTest();
    await sign.unplug();
    const draftAt = (port: number) => samples.grid({ name: "Entry sign" }, { ip: "127.0.0.1", port });
    // It is reachable until its gate exists, which the alert names.
    const { id } = await site.create("POST /displays/grid", draftAt((await signForTest()).port));
    await site.create("POST /gates", samples.gate({ name: "Main", displayIds: [id] }));
    await site.server.call("PUT /displays/grid/{id}", { params: { id }, body: draftAt(sign.port) });
    await poll(async () => expect(await stateOf("sign", id)).toBe("offline"));
    await poll(async () => expect(await offlineAlerts()).toHaveLength(1));
    expect(await offlineAlerts()).toMatchObject([
      { title: "Sign offline", description: '"Entry sign" does not reply. Gate affected: Main.' },
    ]);
    await sign.plugIn();
  });

  it("LIVE-10 is offline while it accepts connections but no text", async () => {
    const sign = await boardForTest();
    sign.behave("hangs");
    const additionalInfo = { ip: "127.0.0.1", port: sign.port, idl: ["HELLO"] };
    const { id } = await site.create("POST /displays/grid", samples.grid({ scope: "cc" }, additionalInfo));
    await poll(async () => expect(await stateOf("sign", id)).toBe("offline"));
    await poll(async () => expect(await offlineAlerts("cc")).toHaveLength(1));
  });

  it("LIVE-10 is online when it shows its text", async () => {
    const sign = await signForTest();
    const additionalInfo = { ip: "127.0.0.1", port: sign.port, idl: ["HELLO"] };
    const { id } = await site.create("POST /displays/grid", samples.grid({}, additionalInfo));
    await sign.until("HELLO|");
    await poll(async () => expect(await stateOf("sign", id)).toBe("online"));
  });

  it("DISP-5 LIVE-10 keeps the message of the command to which it replies again, for the whole time", async () => {
    const sign = await signForTest();
    const additionalInfo = { ip: "127.0.0.1", port: sign.port, idl: ["HELLO"], tmr: 1 };
    const { id } = await site.create("POST /displays/grid", samples.grid({}, additionalInfo));
    const gate = await site.create<{ id: number }>("POST /gates", samples.gate({ displayIds: [id] }));
    await sign.until("HELLO|");
    await sign.unplug();
    await poll(async () => expect(await stateOf("sign", id)).toBe("offline"));
    await sign.plugIn();
    const body = { text: "ACCESS DENIED", reason: "Test" };
    await site.server.call("POST /gates/{id}/show", { params: { id: gate.id }, body });
    await sign.until("ACCESS DENIED|");
    const shownMs = performance.now();
    await sign.until("HELLO|");
    expect(performance.now() - shownMs).toBeGreaterThan(900);
  });
});

describe("the status of loop detectors", () => {
  const loopAt = (board: FakeBoard, channel: number) => {
    const additionalInfo = { ip: "127.0.0.1", port: board.port, channel, drv: "modbus-tcp", gtp: "N" };
    return site.create("POST /sensors", samples.loop({ name: `Loop ${channel}`, additionalInfo }));
  };

  it("LIVE-10 follows their board, whose one alert names them", async () => {
    const board = await boardForTest();
    const loops = [await loopAt(board, 1), await loopAt(board, 2)];
    await poll(async () => expect(await stateOf("loop", loops[1]?.id ?? 0)).toBe("online"));
    expect(await boardState(board)).toBe("online");
    expect(board.reads()).toBe(0);
    await board.unplug();
    await poll(async () => expect(await stateOf("loop", loops[1]?.id ?? 0)).toBe("offline"));
    await poll(async () =>
      expect(await offlineAlerts()).toMatchObject([
        { description: `"Input board 127.0.0.1:${board.port}" does not reply. Used by: Loop 1, Loop 2.` },
      ]),
    );
    await board.plugIn();
    await poll(async () => expect(await offlineAlerts()).toEqual([]));
  });
});

describe("a buzzer that rests on", () => {
  it("LIVE-10 sounds for the whole time of the command to which its board replies again", async () => {
    const board = await boardForTest();
    const additionalInfo = { ip: "127.0.0.1", port: board.port, drv: "modbus-tcp", rel: 7, ser: 1, tmr: 1, ind: 1 };
    const { id: buzzerId } = await site.create<{ id: number }>("POST /buzzers", samples.buzzer({ additionalInfo }));
    const gate = await site.create<{ id: number }>("POST /gates", samples.gate({ buzzerId }));
    await poll(async () => expect(board.closed()).toEqual([7]));
    await poll(async () => expect(await boardState(board)).toBe("online"));
    await board.unplug();
    await poll(async () => expect(await boardState(board)).toBe("offline"));
    await board.plugIn();
    const params = { id: gate.id };
    const buzzed = site.server.call("POST /gates/{id}/buzz", { params, body: { reason: "Test" } });
    await poll(async () => expect(board.written.at(-1)).toBe("7 off"));
    const soundsMs = performance.now();
    await poll(async () => expect(board.closed()).toEqual([7]));
    expect(performance.now() - soundsMs).toBeGreaterThan(800);
    await buzzed;
  });
});

describe("a lamp", () => {
  /** A board with a lit lamp on relay 4. */
  async function litLamp(): Promise<FakeBoard> {
    const board = await boardForTest();
    const variable = { type: "constant", name: `Places ${board.port}`, scope: "epld", publish: false, value: 3 };
    const { id: variableId } = await site.create("POST /variables", variable);
    const additionalInfo = { ip: "127.0.0.1", port: board.port, drv: "modbus-tcp", rel: 4, tmr: 1 };
    await site.create("POST /displays/binary", samples.binary({ variableId, additionalInfo }));
    await poll(async () => expect(board.closed()).toEqual([4]));
    await poll(async () => expect(await boardState(board)).toBe("online"));
    return board;
  }

  it("LIVE-10 is lit again, once, after its board lost power for a moment", async () => {
    const board = await litLamp();
    board.blink();
    await poll(async () => expect(board.closed()).toEqual([4]));
    const reads = board.reads();
    await poll(async () => expect(board.reads()).toBeGreaterThan(reads + 1));
    expect(board.written).toEqual(["4 on", "4 on"]);
  });

  it("LIVE-10 is lit again after its board was offline", async () => {
    const board = await litLamp();
    await board.unplug();
    await poll(async () => expect(await boardState(board)).toBe("offline"));
    await board.plugIn();
    await poll(async () => expect(board.closed()).toEqual([4]));
  });
});
