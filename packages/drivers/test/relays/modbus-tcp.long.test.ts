import { beforeAll, describe, expect, it } from "vitest";
import { relayDrivers } from "../../src/relays/registry.ts";
import { type Pymodbus, startPymodbus } from "../pymodbus.ts";
import { tcpTransport } from "../tcp-transport.ts";

const modbus = relayDrivers["modbus-tcp"];
const _relay = { host: "127.20.2.20", port: 502, relayNumber: 3 };

describe("against an independent Modbus server", () => {
  let server: Pymodbus;
  beforeAll(async () => {
    server = await startPymodbus();
    return () => server.stop();
  });
  const at = (relayNumber: number) => ({ host: "127.0.0.1", port: server.port, relayNumber });
  const unused = () => Promise.reject(new Error("Only TCP here."));
  const transports = { tcp: tcpTransport, udp: unused, http: unused };

  it("ENG-1 a relay is closed and released, and the coils of the server change accordingly", async () => {
    expect(await modbus.close(at(1), 500, transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 1 on.",
    });
    expect(await modbus.close(at(8), 500, transports)).toMatchObject({ outcome: "accepted" });
    expect(await modbus.release(at(1), transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 1 off.",
    });
    await expect.poll(() => server.written).toEqual(["0 on", "7 on", "0 off"]);
  });

  it("DISP-2 a relay is held until it is released, and the coils of the server change accordingly", async () => {
    const before = server.written.length;
    expect(await modbus.hold(at(4), transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 4 on.",
    });
    expect(await modbus.release(at(4), transports)).toMatchObject({ outcome: "accepted" });
    await expect.poll(() => server.written.slice(before)).toEqual(["3 on", "3 off"]);
    expect(await modbus.hold(at(9), transports)).toMatchObject({ outcome: "rejected" });
  });

  it("a relay that the board does not have is refused with the meaning of the exception", async () => {
    expect(await modbus.close(at(9), 500, transports)).toEqual({
      outcome: "rejected",
      detail: "The board refused: it has no such relay (illegal data address).",
    });
  });

  it("ENG-1 many simultaneous commands all succeed", async () => {
    const closed = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => modbus.close(at(n), 500, transports)));
    expect(new Set(closed.map(({ outcome }) => outcome))).toEqual(new Set(["accepted"]));
  });

  it("LIVE-10 the status contains the coils as they were written, and names a relay that does not exist", async () => {
    await modbus.hold(at(2), transports);
    await modbus.release(at(3), transports);
    expect(await modbus.checkStatus?.([at(2), at(3)], transports)).toEqual({
      state: "replied",
      detail: null,
      isClosed: new Map([
        [2, true],
        [3, false],
      ]),
    });
    expect(await modbus.checkStatus?.([at(2), at(9)], transports)).toEqual({
      state: "replied",
      detail: "The board refused: it has no such relay (illegal data address).",
      isClosed: new Map([[2, true]]),
    });
  });

  it("ENG-6 LIVE-10 a server that is gone is unreachable, and the command was not sent", async () => {
    await server.stop();
    expect(await modbus.checkStatus?.([at(1)], transports)).toMatchObject({ state: "failed" });
    expect(await modbus.close(at(1), 500, transports)).toMatchObject({
      outcome: "unreachable",
      detail: expect.stringContaining("Command not sent."),
    });
  });
});

describe("against an independent Modbus server with two units", () => {
  let server: Pymodbus;
  beforeAll(async () => {
    server = await startPymodbus([1, 7]);
    return () => server.stop();
  });
  const unused = () => Promise.reject(new Error("Only TCP here."));
  const transports = { tcp: tcpTransport, udp: unused, http: unused };
  const at = (unitId?: number) => ({ host: "127.0.0.1", port: server.port, relayNumber: 2, ...(unitId && { unitId }) });

  it("LIVE-12 a relay is switched on its own unit, and on unit 1 without one", async () => {
    expect(await modbus.close(at(7), 500, transports)).toMatchObject({ outcome: "accepted" });
    expect(await modbus.release(at(7), transports)).toMatchObject({ outcome: "accepted" });
    expect(await modbus.hold(at(), transports)).toMatchObject({ outcome: "accepted" });
    await expect.poll(() => server.written).toEqual(["unit 7: 1 on", "unit 7: 1 off", "unit 1: 1 on"]);
  });

  it("LIVE-12 a unit that does not exist is never accepted", async () => {
    const { outcome } = await modbus.close(at(9), 500, transports);
    expect(outcome).not.toBe("accepted");
  });
});
