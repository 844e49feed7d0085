import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HardwareTransports } from "../../src/hardware-transport.ts";
import { relayDrivers } from "../../src/relays/registry.ts";
import { cutAt, recordedTcp, silence, unreachableHost } from "../recorded-transport.ts";

const modbus = relayDrivers["modbus-tcp"];
const relay = { host: "127.20.2.20", port: 502, relayNumber: 3 };

describe("the request", () => {
  it("ENG-1 is write single coil, relay n at address n-1 of unit 1", async () => {
    const { transports, sent } = recordedTcp((request) => [request]);
    await modbus.close(relay, 500, transports);
    await modbus.hold(relay, transports);
    await modbus.release(relay, transports);
    expect(sent.map(({ host, port }) => `${host}:${port}`)).toEqual(Array(3).fill("127.20.2.20:502"));
    expect(sent.map(({ bytes }) => bytes.subarray(2).toString("hex"))).toEqual([
      "0000000601050002ff00",
      "0000000601050002ff00",
      "00000006010500020000",
    ]);
  });

  it("ENG-1 has a new transaction id for each command", async () => {
    const { transports, sent } = recordedTcp((request) => [request]);
    await modbus.close(relay, 500, transports);
    await modbus.close(relay, 500, transports);
    expect(sent[0]?.bytes.readUInt16BE(0)).not.toBe(sent[1]?.bytes.readUInt16BE(0));
  });

  it.each([0, -1, 1.5, 65_537])("is not sent for relay %d, which Modbus does not have", async (relayNumber) => {
    const { transports, sent } = recordedTcp((request) => [request]);
    expect(await modbus.close({ ...relay, relayNumber }, 500, transports)).toMatchObject({ outcome: "rejected" });
    expect(await modbus.hold({ ...relay, relayNumber }, transports)).toMatchObject({ outcome: "rejected" });
    expect(sent).toEqual([]);
  });
});

const exception = (request: Buffer, code: number) =>
  Buffer.from([...request.subarray(0, 4), 0, 3, request[6] ?? 0, 0x85, code]);
const stale = (request: Buffer) => Buffer.concat([Buffer.of(0xee, 0xee), request.subarray(2)]);

describe.each([
  ["to a pulse", (transports: HardwareTransports) => modbus.close(relay, 500, transports)],
  ["to a light that stays", (transports: HardwareTransports) => modbus.hold(relay, transports)],
])("the reply %s", (_what, command) => {
  const outcomeOf = async (response: Parameters<typeof recordedTcp>[0]) => command(recordedTcp(response).transports);

  it.each([
    ["the echo", (request: Buffer) => request, "accepted"],
    ["an exception", (request: Buffer) => exception(request, 4), "rejected"],
    [
      "an answer to an earlier command and the echo in one segment",
      (request: Buffer) => Buffer.concat([stale(request), request]),
      "accepted",
    ],
    ["the echo and more of something", (request: Buffer) => Buffer.concat([request, request]), "accepted"],
    ["only an answer to an earlier command", stale, "unreachable"],
    ["half of the echo", (request: Buffer) => request.subarray(0, 8), "unreachable"],
    ["another protocol", () => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), "unreachable"],
    ["nothing", () => Buffer.alloc(0), "unreachable"],
  ])("ENG-6 %s is the same however TCP splits it", async (_, response, outcome) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 6 }), async (cuts) => {
        expect(await outcomeOf((request) => cutAt(response(request), cuts))).toMatchObject({ outcome });
      }),
    );
  });

  it.each([
    [1, "it can't switch relays (illegal function)"],
    [2, "it has no such relay (illegal data address)"],
    [3, "it doesn't accept this value (illegal data value)"],
    [4, "it failed to execute the command (server device failure)"],
    [6, "it is busy (server device busy)"],
    [11, "the device behind its gateway does not answer (gateway target failed to respond)"],
    [99, "exception 99"],
  ])("exception %d means: %s", async (code, words) => {
    expect(await outcomeOf((request) => [exception(request, code)])).toEqual({
      outcome: "rejected",
      detail: `The board refused: ${words}.`,
    });
  });

  it.each([
    ["another relay", (request: Buffer) => Buffer.from(request).fill(9, 9, 10)],
    ["another value", (request: Buffer) => Buffer.from(request).fill(0, 10, 12)],
    ["another unit", (request: Buffer) => Buffer.from(request).fill(7, 6, 7)],
    ["another function", (request: Buffer) => Buffer.from(request).fill(6, 7, 8)],
  ])("the echo of %s is not accepted", async (_, response) => {
    expect(await outcomeOf((request) => [response(request)])).toEqual({
      outcome: "unreachable",
      detail: "The reply doesn't match the command. The device may have received the command.",
    });
  });

  it.each([
    ["host unreachable", unreachableHost, "No route to host. Command not sent."],
    ["no reply", silence, "No answer came in time. The device may have received the command."],
  ])("ENG-6 %s: says whether the command may have been received", async (_, result, detail) => {
    expect(await outcomeOf(() => result)).toEqual({ outcome: "unreachable", detail });
  });
});
