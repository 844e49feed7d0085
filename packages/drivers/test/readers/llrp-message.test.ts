import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame, maxMessageBytes, splitFrames } from "../../src/readers/llrp-frame.ts";
import { encodeMessage, type LlrpContent, parseMessage } from "../../src/readers/llrp-message.ts";
import { readingSession, start, startMs, tagOf, utc } from "./sample-reader.ts";

type Encodable = Parameters<typeof encodeMessage>[1];

const id = fc.nat(0xffffffff);
const time = fc.record({
  clock: fc.constantFrom("utc" as const, "uptime" as const),
  micros: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});
const status = fc.record({ code: fc.nat(0xffff), description: fc.string({ maxLength: 100 }) });
const tag = fc.record({
  epc: fc.uint8Array({ maxLength: 62 }).map((bytes) => Buffer.from(bytes).toString("hex").toUpperCase()),
  antenna: fc.option(fc.nat(0xffff)),
  peakRssi: fc.option(fc.integer({ min: -128, max: 127 })),
  firstSeen: fc.option(time),
  lastSeen: fc.option(time),
  seenCount: fc.option(fc.nat(0xffff)),
});
const requests = ["add-rospec", "delete-rospec", "enable-rospec", "start-rospec"] as const;
const content: fc.Arbitrary<Encodable> = fc.oneof(
  fc.record({
    kind: fc.constant("reader-event" as const),
    time: fc.option(time),
    connection: fc.option(fc.nat(0xffff)),
    isClosing: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("set-reader-config" as const), keepaliveMs: fc.option(id) }),
  fc.record({ kind: fc.constantFrom(...requests), roSpecId: id }),
  fc.record({ kind: fc.constantFrom("close-connection" as const, "keepalive" as const, "keepalive-ack" as const) }),
  fc.record({
    kind: fc.constant("response" as const),
    to: fc.constantFrom(...requests, "set-reader-config" as const, "close-connection" as const),
    status,
  }),
  fc.record({ kind: fc.constant("error" as const), status }),
  fc.record({ kind: fc.constant("tag-report" as const), tags: fc.array(tag, { maxLength: 8 }) }),
);
const parseAll = (bytes: Buffer) => {
  const { frames, rest, failure } = splitFrames(bytes);
  return { messages: frames.map((frame) => [frame.id, parseMessage(frame)]), left: rest.length, failure };
};

describe("an LLRP message", () => {
  it("LIVE-2 is read as it was written", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, content), { maxLength: 5 }), (messages) => {
        const bytes = Buffer.concat(messages.map(([one, what]) => encodeMessage(one, what)));
        expect(parseAll(bytes)).toEqual({ messages, left: 0, failure: null });
      }),
    );
  });

  it.each<[string, Encodable, string]>([
    ["KEEPALIVE_ACK", { kind: "keepalive-ack" }, "04480000000a00000007"],
    ["DELETE_ROSPEC", { kind: "delete-rospec", roSpecId: 0 }, "04150000000e0000000700000000"],
    [
      "SET_READER_CONFIG",
      { kind: "set-reader-config", keepaliveMs: 2500 },
      "0403000000190000000700" + "00dc000901000009c4" + "00e2000500",
    ],
    [
      "ADD_ROSPEC",
      { kind: "add-rospec", roSpecId: 1 },
      "04140000004b0000000700b10041000000010000" +
        "00b2001200b300050000b600090000000000" +
        "00b700180001000000b80009000000000000ba0007000101" +
        "00ed000d01000100ee00061780",
    ],
    [
      "RO_ACCESS_REPORT",
      {
        kind: "tag-report",
        tags: [tagOf("E28011700000020A7B3C0001", { antenna: 2, firstSeen: null, lastSeen: null })],
      },
      "043d000000230000000700f000198de28011700000020a7b3c000181000286c9880001",
    ],
    [
      "RO_ACCESS_REPORT with EPCData",
      {
        kind: "tag-report",
        tags: [
          tagOf("E280", { antenna: null, peakRssi: null, firstSeen: utc(startMs), lastSeen: null, seenCount: null }),
        ],
      },
      `043d0000001f0000000700f0001500f100080010e28082${(BigInt(startMs) * 1000n).toString(16).padStart(16, "0")}`,
    ],
  ])("LIVE-2 %s has the bytes of the standard", (_, what, hex) => {
    expect(encodeMessage(7, what).toString("hex")).toBe(hex);
  });

  it("LIVE-2 of any type with any content gives a value, without exception", () => {
    const frame = fc.record({
      type: fc.nat(0x3ff),
      id,
      body: fc.uint8Array({ maxLength: 80 }).map((one) => Buffer.from(one)),
    });
    fc.assert(
      fc.property(frame, (one) => {
        expect(() => parseMessage(one)).not.toThrow();
      }),
    );
  });

  it("LIVE-2 with changed, missing or additional bytes gives a value, without exception", () => {
    const change = fc.tuple(fc.nat(200), fc.nat(200), fc.uint8Array({ maxLength: 4 }));
    fc.assert(
      fc.property(content, fc.array(change, { maxLength: 4 }), (what, changes) => {
        const bytes = changes.reduce(
          (before, [at, removed, added]) => {
            const start = at % (before.length + 1);
            return Buffer.concat([before.subarray(0, start), added, before.subarray(start + (removed % 5))]);
          },
          encodeMessage(1, what),
        );
        const { failure } = readingSession().receive(bytes, start);
        expect(failure === null || failure.endsWith(".")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("LIVE-2 that is unknown is skipped", () => {
    const bytes = Buffer.concat([
      encodeFrame({ type: 1023, id: 1, body: Buffer.from("vendor") }),
      encodeMessage(2, { kind: "keepalive" }),
    ]);
    expect(parseAll(bytes).messages).toEqual([
      [1, { kind: "other" }],
      [2, { kind: "keepalive" }],
    ]);
  });

  it.each<[string, string]>([
    ["a vendor's parameter", "03ff000c0000651a00000001"],
    ["a parameter of a fixed length", "8b1234"],
    ["a parameter of an unknown length, with what follows it", "fe0102030405"],
  ])("LIVE-2 is read without %s", (_, hex) => {
    const tag = Buffer.from(`8de28011700000020a7b3c0001810002${hex}`, "hex");
    const header = Buffer.from([0x00, 0xf0, 0x00, tag.length + 4]);
    const message = parseMessage({ type: 61, id: 1, body: Buffer.concat([header, tag]) });
    expect(message).toEqual<LlrpContent>({
      kind: "tag-report",
      tags: [
        {
          epc: "E28011700000020A7B3C0001",
          antenna: 2,
          peakRssi: null,
          firstSeen: null,
          lastSeen: null,
          seenCount: null,
        },
      ],
    });
  });

  it("LIVE-2 may be as long as the limit, and not longer", () => {
    const header = (length: number) => {
      const bytes = Buffer.from("043e0000000000000001", "hex");
      bytes.writeUInt32BE(length, 2);
      return bytes;
    };
    expect(splitFrames(header(maxMessageBytes)).failure).toBeNull();
    expect(splitFrames(header(maxMessageBytes + 1)).failure).not.toBeNull();
  });
});
