import { beforeAll, describe, expect, it } from "vitest";
import { loopDrivers } from "../../src/loops/registry.ts";
import { type Pymodbus, pymodbusInputs, startPymodbus } from "../pymodbus.ts";
import { tcpTransport } from "../tcp-transport.ts";

const modbus = loopDrivers["modbus-tcp"];
const _board = { host: "127.20.2.20", port: 502 };
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("against an independent Modbus server", () => {
  let server: Pymodbus;
  beforeAll(async () => {
    server = await startPymodbus();
    return () => server.stop();
  });
  const read = (channels: readonly number[]) =>
    modbus.read({ host: "127.0.0.1", port: server.port }, channels, tcpTransport);

  it("LIVE-3 every channel has the state of its discrete input", async () => {
    const states = [...pymodbusInputs].map((digit, index) => [index + 1, digit === "1"] as const);
    expect(await read(range(12))).toEqual({ ok: true, isOccupied: new Map(states), refused: new Map() });
  });

  it("LIVE-3 any selection of channels is read, in any order", async () => {
    expect(await read([11, 1, 9, 11])).toEqual({
      ok: true,
      isOccupied: new Map([
        [1, true],
        [9, true],
        [11, true],
      ]),
      refused: new Map(),
    });
  });

  it("LIVE-3 a channel that the board does not have is refused, and the others are read", async () => {
    expect(await read([9, 12, 40, 41])).toEqual({
      ok: true,
      isOccupied: new Map([
        [9, true],
        [12, false],
      ]),
      refused: new Map([40, 41].map((n) => [n, "The board refused: it has no such input (illegal data address)."])),
    });
  });

  it("LIVE-3 a server that is gone is a failure with its reason", async () => {
    await server.stop();
    expect(await read([1])).toEqual({ ok: false, detail: expect.stringContaining("ECONNREFUSED") });
  });
});
