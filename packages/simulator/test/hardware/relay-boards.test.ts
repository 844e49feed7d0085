import { connect } from "node:net";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { type BoardFault, boardFaults } from "../../src/hardware/hardware-fault.ts";
import type { ListedBoard } from "../../src/hardware/hardware-views.ts";
import { armHoldMs, isArmUp } from "../../src/hardware/relay-board.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import { ask, play } from "../control-client.ts";
import { fieldTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
afterAll(() => site.close());
afterEach(() => play(site.controlUrl, "/boards/reset"));

const host = "127.0.0.1";
const boards = { "modbus-tcp": "main-board", "http-relay": "yard-board", "http-rpc": "yard-board" } as const;
type Speech = keyof typeof boards;
const speeches = Object.keys(boards) as Speech[];

const driverOf = (speech: Speech) => {
  const driver = relayDrivers[speech];
  if (!driver) throw new Error(`there is no driver ${speech}`);
  return driver;
};
const relayOf = (speech: Speech, relayNumber: number) => ({ host, port: site.board(boards[speech]).port, relayNumber });
const close = (speech: Speech, relay: number, pulseMs = 60_000, patienceMs?: number) =>
  driverOf(speech).close(relayOf(speech, relay), pulseMs, fieldTransports(patienceMs));
const listed = async (name: string) =>
  (await ask<ListedBoard[]>(site.controlUrl, "/boards")).find((board) => board.name === name) as ListedBoard;
const behave = (board: string, fault: BoardFault) => play(site.controlUrl, `/boards/${board}/behave`, { fault });

/** Sends bytes in the given pieces and collects what comes back. */
function converse(port: number, pieces: readonly string[], expectedBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, host, async () => {
      for (const piece of pieces)
        await new Promise<void>((done) => socket.write(Buffer.from(piece, "hex"), () => done()));
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received.toString("hex")));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= expectedBytes) socket.end();
    });
  });
}

describe("a simulated relay board", () => {
  it.each(speeches)("clicks for the driver %s and remembers it", async (speech) => {
    expect(await close(speech, 3)).toMatchObject({ outcome: "accepted" });
    const { commands, relays } = await listed(boards[speech]);
    expect(commands).toMatchObject([{ relay: 3, isObeyed: true }]);
    expect(relays[2]?.isClosed).toBe(true);
  });

  it.each(speeches)("releases for the driver %s, and tells how long the pulse was", async (speech) => {
    await close(speech, 2);
    expect(await driverOf(speech).release(relayOf(speech, 2), fieldTransports())).toMatchObject({
      outcome: "accepted",
    });
    const { pulses } = await listed(boards[speech]);
    expect(pulses).toMatchObject([{ relay: 2, ms: expect.any(Number) }]);
  });

  it.each(speeches)("is held by the driver %s until it is released", async (speech) => {
    await close(speech, 7, 100);
    expect(await driverOf(speech).hold(relayOf(speech, 7), fieldTransports())).toMatchObject({ outcome: "accepted" });
    const { commands, relays } = await listed(boards[speech]);
    expect(commands.at(-1)).toMatchObject({ does: "close", pulseMs: null });
    expect(relays[6]?.isClosed).toBe(true);
  });

  it.each(speeches.filter((speech) => driverOf(speech).timesPulses))("times the pulse of %s itself", async (speech) => {
    await close(speech, 1, 200);
    const { commands } = await listed("yard-board");
    expect(commands).toMatchObject([{ does: "pulse", pulseMs: 200 }]);
    await vi.waitFor(async () => expect((await listed("yard-board")).pulses[0]?.ms).toBeGreaterThanOrEqual(195));
  });

  it.each(speeches)("has no ninth relay for %s", async (speech) => {
    expect(await close(speech, 9)).toMatchObject({ outcome: "rejected" });
    expect((await listed(boards[speech])).commands).toEqual([]);
  });

  it("is spoken to by two pulses as two", async () => {
    await close("modbus-tcp", 1);
    await driverOf("modbus-tcp").release(relayOf("modbus-tcp", 1), fieldTransports());
    await close("modbus-tcp", 1);
    expect((await listed("main-board")).pulses.map(({ relay }) => relay)).toEqual([1, 1]);
  });
});

describe("its Modbus", () => {
  const write1 = "000100000006010500 00ff00".replaceAll(" ", "");
  const write2 = "000200000006010500 01ff00".replaceAll(" ", "");
  const read = "0003000000060101 00000008".replaceAll(" ", "");

  it.each([
    ["whole frames", [write1, write2, read]],
    ["frames in one piece", [write1 + write2 + read]],
    [
      "frames byte by byte",
      [...Buffer.from(write1 + write2 + read, "hex")].map((byte) => byte.toString(16).padStart(2, "0")),
    ],
  ])("answers %s the same", async (_, pieces) => {
    const answer = await converse(site.board("main-board").port, pieces, 34);
    expect(answer).toBe(`${write1}${write2}00030000000401010103`);
  });

  it.each([
    ["a function that it does not have", "00010000000601030000 0001", "0001000000030183 01"],
    ["a coil that it does not have", "00010000000601050008 ff00", "0001000000030185 02"],
    ["a value that is none", "00010000000601050000 1234", "0001000000030185 03"],
  ])("refuses %s with an exception", async (_, request, answer) => {
    const heard = await converse(site.board("main-board").port, [request.replaceAll(" ", "")], 9);
    expect(heard).toBe(answer.replaceAll(" ", ""));
  });

  it("hangs up on what is no Modbus", async () => {
    expect(await converse(site.board("main-board").port, ["474554202f20485454502f312e31"], 1)).toBe("");
  });
});

describe("a board that is told to be faulty", () => {
  const ends: Record<BoardFault, { outcome: string; isObeyed: boolean[] }> = {
    normal: { outcome: "accepted", isObeyed: [true] },
    refuses: { outcome: "rejected", isObeyed: [false] },
    hangs: { outcome: "unreachable", isObeyed: [false] },
    "half-frame": { outcome: "unreachable", isObeyed: [true] },
    late: { outcome: "unreachable", isObeyed: [true] },
    unplugged: { outcome: "unreachable", isObeyed: [] },
  };
  const cases = speeches.flatMap((speech) => boardFaults.map((fault) => [speech, fault] as const));

  it.each(cases)("is met by %s when it is %s", async (speech, fault) => {
    await behave(boards[speech], fault);
    const isSlow = fault === "hangs" || fault === "late";
    const { outcome } = await close(speech, 4, 60_000, isSlow ? 300 : undefined);
    const { commands } = await listed(boards[speech]);
    expect({ outcome, isObeyed: commands.map((command) => command.isObeyed) }).toEqual(ends[fault]);
  });

  it("takes no fault that it does not know", async () => {
    expect((await play(site.controlUrl, "/boards/main-board/behave", { fault: "rude" })).status).toBe(400);
    expect((await play(site.controlUrl, "/boards/nobody/behave", { fault: "normal" })).status).toBe(404);
  });
});

describe("an arm", () => {
  const at = (ms: number) => new Date(ms);
  const pulses = [{ relay: 1, from: at(0), to: at(500) }];

  it.each([
    ["while its relay is closed", [{ relay: 1, from: at(0), to: null }], 60_000, true],
    ["for some seconds after its pulse", pulses, 500 + armHoldMs - 1, true],
    ["no longer than that", pulses, 500 + armHoldMs, false],
    ["not for another relay", [{ ...pulses[0], relay: 2 } as (typeof pulses)[0]], 600, false],
  ])("is up %s", (_, given, now, isUp) => {
    expect(isArmUp(given, 1, at(now))).toBe(isUp);
  });
});
