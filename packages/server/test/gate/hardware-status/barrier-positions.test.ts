import type { Alert } from "@gatehouse/contract/entities/alert";
import type { BarrierPosition } from "@gatehouse/contract/hardware-status";
import { afterEach, describe, expect, it } from "vitest";
import { createIngest } from "../../../src/intake/ingest/ingest.ts";
import { startLoops } from "../../../src/intake/loops/loop-jobs.ts";
import type { BackgroundJob } from "../../../src/platform/background-job.ts";
import { channels } from "../../../src/platform/database/channels.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { ownPassword } from "../../test-server.ts";
import { samples } from "../site/samples.ts";
import { boardForTest } from "./fake-board.ts";

const site = await engineSite();
const { services } = site.server;
const { siteCache, commandSender, hardwareState } = site.parts;
const ingest = createIngest(services, { siteCache, dispatcher: commandSender, images: null });
await site.configure("barrierMoveSeconds", 1);

let job: BackgroundJob | undefined;
const start = () => {
  job = startLoops(services, { siteCache, ingest, hardwareState });
};
afterEach(async () => {
  await job?.stop();
  await site.db.deleteFrom("gates").execute();
  await site.db.deleteFrom("boom_barriers").execute();
  await site.db.deleteFrom("sensors").execute();
  await site.settle();
});

const open = 1;
const closed = 2;

/** A barrier with both contacts on the board of its relay. */
async function barrierAt(port: number, info = {}) {
  const additionalInfo = { ip: "127.0.0.1", port, drv: "modbus-tcp", rel: 1, ser: "A", openInput: 1, closedInput: 2 };
  const barrier = await site.create<{ id: number }>(
    "POST /boom-barriers",
    samples.boomBarrier({ name: "North barrier", additionalInfo: { ...additionalInfo, ...info } }),
  );
  await site.settle();
  return barrier;
}

async function positionOf({ id }: { id: number }) {
  const { body } = await site.server.call<BarrierPosition[]>("GET /hardware/barrier-positions", {});
  return body.find(({ barrierId }) => barrierId === id)?.position;
}

/** A gate whose camera admits a plate. */
async function gateAt(barrier: { id: number }, plate: string) {
  const sender = await site.device("ANPR_ACCESS_CONTROL");
  const { id: cameraId } = await site.camera(sender.id, "ANPR_ACCESS_CONTROL");
  const gate = await site.create("POST /gates", samples.gate({ cameraId, boomBarrierId: barrier.id }));
  await site.plate(plate);
  await site.settle();
  return { ...sender, gateId: gate.id };
}

const barrierAlerts = async () =>
  (await site.server.call<Alert[]>("GET /alerts", { query: { scope: "ac" } })).body.filter(
    ({ type }) => type === "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
  );

describe("the position of a barrier", () => {
  it("LIVE-10 follows its contacts, and each change is announced", async () => {
    const board = await boardForTest();
    const barrier = await barrierAt(board.port);
    const announced: string[] = [];
    const unfollow = services.live.follow(channels.changes, (topic) => announced.push(topic));
    start();
    const expectPosition = async (inputs: number[], position: string) => {
      board.setInputs(...inputs);
      await poll(async () => expect(await positionOf(barrier)).toBe(position));
    };
    await expectPosition([closed], "closed");
    await expectPosition([], "moving");
    await expectPosition([open], "open");
    await expectPosition([open, closed], "contradiction");
    board.behave("hangs");
    await poll(async () => expect(await positionOf(barrier)).toBe("unknown"));
    await poll(async () => expect(announced).toContain("hardware_status"));
    unfollow();
  });

  it("LIVE-10 is read from the board of the contacts, and needs only one contact", async () => {
    const board = await boardForTest();
    const contacts = { openInput: undefined, inputIp: "127.0.0.1", inputPort: board.port, inputDrv: "modbus-tcp" };
    const barrier = await barrierAt(9, { ...contacts, drv: "http-relay" });
    start();
    board.setInputs(closed);
    await poll(async () => expect(await positionOf(barrier)).toBe("closed"));
    board.setInputs();
    await poll(async () => expect(await positionOf(barrier)).toBe("open"));
  });

  it("LIVE-10 is gone once the barrier has no contacts", async () => {
    const board = await boardForTest();
    const barrier = await barrierAt(board.port);
    start();
    await poll(async () => expect(await positionOf(barrier)).toBe("moving"));
    const additionalInfo = { ip: "127.0.0.1", port: board.port, drv: "modbus-tcp", rel: 1, ser: "A" };
    await site.server.call("PATCH /boom-barriers/{id}", { params: { id: barrier.id }, body: { additionalInfo } });
    await poll(async () => expect(await positionOf(barrier)).toBeUndefined());
  });
});

describe("a barrier that accepted the open command", () => {
  it("LIVE-10 LIVE-11 but did not move raises its alert, and its passage says so everywhere", async () => {
    const board = await boardForTest();
    board.setInputs(closed);
    const barrier = await barrierAt(board.port);
    const gate = await gateAt(barrier, "STUCK 1");
    start();
    await poll(async () => expect(await positionOf(barrier)).toBe("closed"));
    await site.push(gate, site.plateEvent("STUCK 1"));
    const list = () => site.events("ac", { search: "STUCK1" });
    await poll(async () => expect(await list()).toMatchObject([{ isGranted: true, barrierFailure: "unmoved" }]));
    expect(board.written[0]).toBe("1 on");
    const [event] = await list();
    const why = await site.why("ac", event?.id ?? 0);
    expect(why).toMatchObject({
      event: { barrierFailure: "unmoved" },
      commands: [{ state: "unmoved", detail: expect.stringContaining("did not move within 1 s") }],
    });
    const activity = await site.server.call("GET /gates/{id}/activity", { params: { id: gate.gateId } });
    expect(activity.body).toMatchObject({ passages: [{ barrierFailure: "unmoved" }] });
    const { body: session } = await site.server.login(ownPassword);
    const url = "/api/events/ac/export?search=STUCK1";
    const file = await site.server.app.inject({ url, headers: { authorization: `Bearer ${session.token}` } });
    expect(file.body).toContain("Granted, barrier did not open");
    expect(await barrierAlerts()).toMatchObject([
      { description: '"North barrier" accepted the open command, but did not move.' },
    ]);
  });

  it("LIVE-10 and moved has no failure", async () => {
    const board = await boardForTest();
    board.setInputs(closed);
    const barrier = await barrierAt(board.port);
    const gate = await gateAt(barrier, "MOVES 1");
    start();
    await poll(async () => expect(await positionOf(barrier)).toBe("closed"));
    await site.push(gate, site.plateEvent("MOVES 1"));
    await poll(async () => expect(board.written).toContain("1 on"));
    board.setInputs();
    await poll(async () => expect(await positionOf(barrier)).toBe("moving"));
    board.setInputs(closed);
    await poll(async () => expect(await positionOf(barrier)).toBe("closed"));
    // The next command is judged after this one.
    await site.server.call("POST /boom-barriers/{id}/test", { params: { id: barrier.id } });
    await poll(async () => {
      const commands = site.db.selectFrom("commands").select("state").where("targetId", "=", barrier.id).orderBy("id");
      expect(await commands.execute()).toEqual([{ state: "accepted" }, { state: "unmoved" }]);
    });
    expect(await site.events("ac", { search: "MOVES1" })).toMatchObject([{ barrierFailure: null }]);
  });
});

describe("the contacts of a barrier", () => {
  const save = async (info: object) => {
    const additionalInfo = { ip: "127.0.0.1", port: 502, drv: "modbus-tcp", rel: 90, ser: "A", ...info };
    const { status, body } = await site.server.call<{ errors?: { path: string; message: string }[] }>(
      "POST /boom-barriers",
      { body: samples.boomBarrier({ name: "Gate barrier", additionalInfo }) },
    );
    return { status, errors: body.errors };
  };

  it.each([
    [{ openInput: 0 }, "openInput", "Must be at least 1"],
    [{ closedInput: 70_000 }, "closedInput", "Must be at most 65536"],
    [{ openInput: 3, closedInput: 3 }, "closedInput", "Must be another input than the open contact"],
    [{ openInput: 3, drv: "http-relay" }, "inputDrv", "Must be modbus-tcp, which can read contacts"],
    [{ openInput: 3, ip: undefined }, "inputIp", "Enter the address of the board with the contacts"],
  ])("LIVE-10 are refused at their field: %j", async (info, field, message) => {
    expect(await save(info)).toEqual({ status: 400, errors: [{ path: `additionalInfo.${field}`, message }] });
  });

  it("LIVE-10 share no input with a loop or another barrier", async () => {
    const at = { ip: "127.0.0.1", port: 502, drv: "modbus-tcp" };
    await site.create(
      "POST /sensors",
      samples.loop({ name: "Exit loop", additionalInfo: { ...at, channel: 5, gtp: "N" } }),
    );
    const message = '"Exit loop" already uses input 5 of 127.0.0.1:502.';
    expect(await save({ closedInput: 5 })).toEqual({
      status: 409,
      errors: [{ path: "additionalInfo.closedInput", message }],
    });
    expect(await save({ openInput: 6, closedInput: 7 })).toMatchObject({ status: 201 });
    expect(await save({ rel: 91, openInput: 7 })).toMatchObject({
      status: 409,
      errors: [{ path: "additionalInfo.openInput", message: expect.stringContaining('"Gate barrier"') }],
    });
    const loop = samples.loop({ additionalInfo: { ...at, channel: 6, gtp: "N" } });
    const rejected = await site.server.call("POST /sensors", { body: loop });
    expect(rejected).toMatchObject({ status: 409, body: { errors: [{ path: "additionalInfo.channel" }] } });
  });
});
