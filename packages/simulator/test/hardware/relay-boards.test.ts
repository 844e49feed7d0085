import { connect } from "node:net";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { type HardwareFault, hardwareFaults } from "../../src/hardware/hardware-fault.ts";
import type { BoardView } from "../../src/hardware/hardware-views.ts";
import { armHoldMs, isArmUp, startRelayBoard } from "../../src/hardware/relay-board.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { loadView, postAction } from "../control-client.ts";
import { createHardwareTransports } from "./hardware-transports.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
afterAll(() => site.close());
afterEach(() => postAction(site.controlUrl, "/boards/reset"));

const host = "127.0.0.1";
const boards = { "modbus-tcp": "main-board", "http-relay": "yard-board", "http-rpc": "yard-board" } as const;
type DriverName = keyof typeof boards;
const driverNames = Object.keys(boards) as DriverName[];

const findDriver = (name: DriverName) => relayDrivers[name];
const toRelay = (driver: DriverName, relayNumber: number) => ({
  host,
  port: site.board(boards[driver]).port,
  relayNumber,
});
const close = (driver: DriverName, relay: number, pulseMs = 60_000, timeoutMs?: number) =>
  findDriver(driver).close(toRelay(driver, relay), pulseMs, createHardwareTransports(timeoutMs));
const loadBoard = async (name: string) =>
  (await loadView<BoardView[]>(site.controlUrl, "/boards")).find((board) => board.name === name) as BoardView;
const setFault = (board: string, fault: HardwareFault) =>
  postAction(site.controlUrl, `/boards/${board}/set-fault`, { fault });

/** Sends bytes in pieces and collects the response. */
function exchange(port: number, pieces: readonly string[], expectedBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, host, async () => {
      for (const piece of pieces)
        await new Promise<void>((done) => socket.write(Buffer.from(piece, "hex"), () => done()));
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received.toString("hex")));
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= expectedBytes) socket.end();
    });
  });
}

describe("a simulated relay board", () => {
  it.each(driverNames)("closes a relay for the driver %s and logs the command", async (driver) => {
    expect(await close(driver, 3)).toMatchObject({ outcome: "accepted" });
    const { commands, relays } = await loadBoard(boards[driver]);
    expect(commands).toMatchObject([{ relay: 3, isExecuted: true }]);
    expect(relays[2]?.isClosed).toBe(true);
  });

  it.each(driverNames)("releases a relay for the driver %s and logs the length of the pulse", async (driver) => {
    await close(driver, 2);
    expect(await findDriver(driver).release(toRelay(driver, 2), createHardwareTransports())).toMatchObject({
      outcome: "accepted",
    });
    const { pulses } = await loadBoard(boards[driver]);
    expect(pulses).toMatchObject([{ relay: 2, ms: expect.any(Number) }]);
  });

  it.each(driverNames)("keeps a relay closed that the driver %s holds", async (driver) => {
    await close(driver, 7, 100);
    expect(await findDriver(driver).hold(toRelay(driver, 7), createHardwareTransports())).toMatchObject({
      outcome: "accepted",
    });
    const { commands, relays } = await loadBoard(boards[driver]);
    expect(commands.at(-1)).toMatchObject({ action: "close", pulseMs: null });
    expect(relays[6]?.isClosed).toBe(true);
  });

  it.each(driverNames.filter((driver) => findDriver(driver).timesPulses))(
    "times the pulse of the driver %s",
    async (driver) => {
      await close(driver, 1, 200);
      const { commands } = await loadBoard("yard-board");
      expect(commands).toMatchObject([{ action: "pulse", pulseMs: 200 }]);
      await expect.poll(async () => (await loadBoard("yard-board")).pulses[0]?.ms).toBeGreaterThanOrEqual(195);
    },
  );

  it.each(driverNames)("rejects the ninth relay for the driver %s", async (driver) => {
    expect(await close(driver, 9)).toMatchObject({ outcome: "rejected" });
    expect((await loadBoard(boards[driver])).commands).toEqual([]);
  });

  it("logs two pulses of one relay separately", async () => {
    await close("modbus-tcp", 1);
    await findDriver("modbus-tcp").release(toRelay("modbus-tcp", 1), createHardwareTransports());
    await close("modbus-tcp", 1);
    expect((await loadBoard("main-board")).pulses.map(({ relay }) => relay)).toEqual([1, 1]);
  });
});

describe("the Modbus server", () => {
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
  ])("handles %s", async (_, pieces) => {
    const response = await exchange(site.board("main-board").port, pieces, 34);
    expect(response).toBe(`${write1}${write2}00030000000401010103`);
  });

  it.each([
    ["an unknown function", "00010000000601030000 0001", "0001000000030183 01"],
    ["an unknown coil", "00010000000601050008 ff00", "0001000000030185 02"],
    ["an invalid value", "00010000000601050000 1234", "0001000000030185 03"],
  ])("rejects %s with an exception", async (_, request, response) => {
    const received = await exchange(site.board("main-board").port, [request.replaceAll(" ", "")], 9);
    expect(received).toBe(response.replaceAll(" ", ""));
  });

  it("closes the connection on data that is not Modbus", async () => {
    expect(await exchange(site.board("main-board").port, ["474554202f20485454502f312e31"], 1)).toBe("");
  });
});

describe("the fault of a relay board", () => {
  const results: Record<HardwareFault, { outcome: string; isExecuted: boolean[] }> = {
    normal: { outcome: "accepted", isExecuted: [true] },
    refuses: { outcome: "rejected", isExecuted: [false] },
    hangs: { outcome: "unreachable", isExecuted: [false] },
    "half-frame": { outcome: "unreachable", isExecuted: [true] },
    late: { outcome: "unreachable", isExecuted: [true] },
    unplugged: { outcome: "unreachable", isExecuted: [] },
    "no-power": { outcome: "unreachable", isExecuted: [] },
  };
  const cases = driverNames.flatMap((driver) => hardwareFaults.map((fault) => [driver, fault] as const));

  it.each(cases)("gives the driver %s the expected result with %s", async (driver, fault) => {
    await setFault(boards[driver], fault);
    const isSlow = fault === "hangs" || fault === "late";
    const { outcome } = await close(driver, 4, 60_000, isSlow ? 300 : undefined);
    const { commands } = await loadBoard(boards[driver]);
    expect({ outcome, isExecuted: commands.map((command) => command.isExecuted) }).toEqual(results[fault]);
  });

  it("must be a known one", async () => {
    expect((await postAction(site.controlUrl, "/boards/main-board/set-fault", { fault: "rude" })).status).toBe(400);
    expect((await postAction(site.controlUrl, "/boards/nobody/set-fault", { fault: "normal" })).status).toBe(404);
  });
});

describe("a simulated board behind a gateway", () => {
  const plan = {
    name: "gateway",
    label: "Gateway",
    protocol: "modbus-tcp",
    relays: 4,
    unit: 7,
    wires: [],
    inputs: [],
  } as const;

  it("LIVE-12 switches relays of its own unit only", async () => {
    const board = await startRelayBoard(plan, 0);
    onTestFinished(() => board.close());
    const at = (unitId: number) => ({ host, port: board.port, relayNumber: 2, unitId });
    const modbus = findDriver("modbus-tcp");
    expect(await modbus.hold(at(1), createHardwareTransports())).toEqual({
      outcome: "rejected",
      detail: expect.stringContaining("the device behind its gateway does not answer"),
    });
    expect(board.relays.isClosed(2)).toBe(false);
    expect(await modbus.hold(at(7), createHardwareTransports())).toMatchObject({ outcome: "accepted" });
    expect(board.relays.isClosed(2)).toBe(true);
  });
});

describe("a barrier arm", () => {
  const at = (ms: number) => new Date(ms);
  const pulses = [{ relay: 1, from: at(0), to: at(500) }];

  it.each([
    ["is up while its relay is closed", [{ relay: 1, from: at(0), to: null }], 60_000, true],
    ["is up for the hold time after its pulse", pulses, 500 + armHoldMs - 1, true],
    ["is down after the hold time", pulses, 500 + armHoldMs, false],
    ["is down after the pulse of another relay", [{ ...pulses[0], relay: 2 } as (typeof pulses)[0]], 600, false],
  ])("%s", (_, relayPulses, now, isUp) => {
    expect(isArmUp(relayPulses, 1, at(now))).toBe(isUp);
  });
});
