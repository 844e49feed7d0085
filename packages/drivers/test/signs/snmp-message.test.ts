import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSnmpMessage, parseSnmpMessage, type SnmpMessage, type SnmpValue } from "../../src/signs/snmp-message.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

const message: SnmpMessage = {
  version: "v1",
  community: "public",
  pdu: "get",
  requestId: 1,
  errorStatus: 0,
  errorIndex: 0,
  bindings: [{ oid: "1.3.6.1.2.1.1.3.0", value: { type: "null" } }],
};

describe("an SNMP message", () => {
  // The bytes that `snmpget -v1 -c public` sends for sysUpTime.0 with this request id.
  it("LIVE-9 has the bytes of other implementations", () => {
    const bytes =
      "30 26 02 01 00 04 06 7075626c6963 a0 19 02 01 01 02 01 00 02 01 00 30 0e 30 0c 06 08 2b06010201010300 05 00";
    expect(encodeSnmpMessage(message)).toEqual(hex(bytes));
  });

  it.each([
    [0, "0201 00"],
    [127, "0201 7f"],
    [128, "0202 0080"],
    [255, "0202 00ff"],
    [65_535, "0203 00ffff"],
    [2_147_483_647, "0204 7fffffff"],
    [-1, "0201 ff"],
    [-128, "0201 80"],
    [-129, "0202 ff7f"],
  ])("LIVE-9 encodes the integer %i in as few bytes as possible", (value, bytes) => {
    const bindings = [{ oid: "1.3", value: { type: "integer", value } as const }];
    expect(encodeSnmpMessage({ ...message, bindings }).toString("hex")).toMatch(
      new RegExp(`06012b${bytes.replaceAll(" ", "")}$`),
    );
  });

  const value = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((number): SnmpValue => ({ type: "integer", value: number })),
    fc.uint8Array({ maxLength: 400 }).map((bytes): SnmpValue => ({ type: "octets", value: Buffer.from(bytes) })),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((number): SnmpValue => ({ type: "timeTicks", value: number })),
    fc.constantFrom<SnmpValue>({ type: "null" }, { type: "missing" }, { type: "endOfView" }),
  );
  const oid = fc
    .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 20 })
    .map((parts) => ["1.3", ...parts].join("."));
  const anyMessage: fc.Arbitrary<SnmpMessage> = fc.record({
    version: fc.constantFrom("v1", "v2c"),
    community: fc.string({ unit: "grapheme", maxLength: 40 }),
    pdu: fc.constantFrom("get", "getNext", "response", "set"),
    requestId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    errorStatus: fc.nat(20),
    errorIndex: fc.nat(20),
    bindings: fc.array(fc.record({ oid, value }), { maxLength: 5 }),
  });

  it("LIVE-9 is parsed as it was encoded", () => {
    fc.assert(
      fc.property(anyMessage, (sent) => {
        expect(parseSnmpMessage(encodeSnmpMessage(sent))).toEqual(sent);
      }),
    );
  });

  it("LIVE-9 is refused if any of its bytes is missing or follows it", () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), (sent, cut) => {
        const bytes = encodeSnmpMessage(sent);
        expect(parseSnmpMessage(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
        expect(parseSnmpMessage(Buffer.concat([bytes, Buffer.from([0x05, 0x00])]))).toBeUndefined();
      }),
    );
  });

  it("LIVE-9 hostile bytes never cause an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseSnmpMessage(bytes);
        parseSnmpMessage(Buffer.from([0x30, bytes.length, ...bytes]));
      }),
    );
  });

  it.each([
    [
      "another version",
      "30 26 02 01 03 04 06 7075626c6963 a0 19 02 01 01 02 01 00 02 01 00 30 0e 30 0c 06 08 2b06010201010300 05 00",
    ],
    ["an indefinite length", "30 80 02 01 00 04 00 a0 00 00 00"],
    ["a length beyond the end", "30 84 ff ff ff ff 02 01 00"],
    [
      "an unfinished object identifier",
      "30 1b 02 01 00 04 01 61 a2 13 02 01 01 02 01 00 02 01 00 30 08 30 06 06 02 2b 86 05 00",
    ],
  ])("LIVE-9 with %s is refused", (_, bytes) => {
    expect(parseSnmpMessage(hex(bytes))).toBeUndefined();
  });
});
