import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loopDrivers } from "../../src/loops/registry.ts";
import { cutAt, recordedTcp, silence, unreachableHost } from "../recorded-transport.ts";

const modbus = loopDrivers["modbus-tcp"];
const board = { host: "127.20.2.20", port: 502 };
const _range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const replyTo = (request: Buffer, ...data: number[]) =>
  Buffer.from([...request.subarray(0, 4), 0, data.length + 2, 1, 2, ...data]);
const exception = (request: Buffer, code: number) => Buffer.from([...request.subarray(0, 4), 0, 3, 1, 0x82, code]);
const stale = (frame: Buffer) => Buffer.concat([Buffer.of(0xee, 0xee), frame.subarray(2)]);

describe("the request", () => {
  it("LIVE-3 reads all channels of a board at once, channel n at address n-1 of unit 1", async () => {
    const { transports, sent } = recordedTcp((request) => [replyTo(request, 1, 0b101)]);
    expect(await modbus.read(board, [5, 3], transports.tcp)).toMatchObject({
      isOccupied: new Map([
        [3, true],
        [5, true],
      ]),
    });
    expect(sent.map(({ host, port, bytes }) => [host, port, bytes.subarray(2).toString("hex")])).toEqual([
      ["127.20.2.20", 502, "00000006010200020003"],
    ]);
  });

  it("LIVE-3 is split where channels are further apart than one reply can hold", async () => {
    const { transports, sent } = recordedTcp((request) => {
      const bytes = Math.ceil(request.readUInt16BE(10) / 8);
      return [replyTo(request, bytes, ...Array<number>(bytes).fill(0xff))];
    });
    expect(await modbus.read(board, [1, 2000, 2001, 65_536], transports.tcp)).toMatchObject({
      isOccupied: new Map([1, 2000, 2001, 65_536].map((channel) => [channel, true])),
    });
    expect(sent.map(({ bytes }) => bytes.subarray(8).toString("hex"))).toEqual(["000007d0", "07d00001", "ffff0001"]);
  });

  it.each([0, -1, 1.5, 65_537])("LIVE-3 is not sent for channel %d, which Modbus does not have", async (channel) => {
    const { transports, sent } = recordedTcp((request) => [request]);
    expect(await modbus.read(board, [channel], transports.tcp)).toMatchObject({
      ok: true,
      refused: new Map([[channel, expect.stringContaining(`there is no input ${channel}`)]]),
    });
    expect(sent).toEqual([]);
  });
});

describe("the reply", () => {
  const read = (response: Parameters<typeof recordedTcp>[0]) =>
    modbus.read(board, [1, 10], recordedTcp(response).transports.tcp);
  const states = new Map([
    [1, true],
    [10, false],
  ]);
  const good = (request: Buffer) => replyTo(request, 2, 1, 0);

  it.each([
    ["the states", good, { ok: true, isOccupied: states }],
    ["the states after a late reply", (r: Buffer) => Buffer.concat([stale(good(r)), good(r)]), { isOccupied: states }],
    ["the states and more bytes", (r: Buffer) => Buffer.concat([good(r), good(r)]), { isOccupied: states }],
    ["an exception", (r: Buffer) => exception(r, 4), { ok: true, isOccupied: new Map() }],
    ["only a late reply", (r: Buffer) => stale(good(r)), { ok: false }],
    ["half of the states", (r: Buffer) => good(r).subarray(0, 9), { ok: false }],
    ["another protocol", () => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), { ok: false }],
    ["nothing", () => Buffer.alloc(0), { ok: false }],
  ])("LIVE-3 %s: the result is the same however TCP splits it", async (_, response, result) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 6 }), async (cuts) => {
        expect(await read((request) => cutAt(response(request), cuts))).toMatchObject(result);
      }),
    );
  });

  it("LIVE-3 arbitrary bytes are never mistaken for states", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const tail = Buffer.from(bytes);
        expect(await read((request) => [Buffer.concat([stale(request), tail])])).toMatchObject({ ok: false });
      }),
    );
  });

  it.each([
    [1, "it has no inputs (illegal function)"],
    [2, "it has no such input (illegal data address)"],
    [6, "it is busy (server device busy)"],
    [99, "exception 99"],
  ])("LIVE-3 exception %d means: %s", async (code, words) => {
    expect(await read((request) => [exception(request, code)])).toMatchObject({
      refused: new Map([1, 10].map((channel) => [channel, `The board refused: ${words}.`])),
    });
  });

  it.each([
    ["too few states", (r: Buffer) => replyTo(r, 1, 1)],
    ["too many states", (r: Buffer) => replyTo(r, 3, 1, 0, 0)],
    ["a wrong byte count", (r: Buffer) => replyTo(r, 3, 1, 0)],
    ["another unit", (r: Buffer) => good(r).fill(7, 6, 7)],
    ["another function", (r: Buffer) => good(r).fill(1, 7, 8)],
  ])("LIVE-3 %s is not accepted", async (_, response) => {
    expect(await read((request) => [response(request)])).toEqual({
      ok: false,
      detail: "The reply doesn't match the request.",
    });
  });

  it.each([
    ["an unreachable host", unreachableHost],
    ["no reply", silence],
  ])("LIVE-3 %s is a failure with its reason", async (_, error) => {
    expect(await read(() => error)).toEqual({ ok: false, detail: error.detail });
  });
});
