import { describe, expect, it } from "vitest";
import { ended, longTexts } from "../../contract/test/long-texts.ts";
import { encodeFrame } from "../src/readers/llrp-frame.ts";
import { encodeMessage } from "../src/readers/llrp-message.ts";
import { readerDrivers } from "../src/readers/registry.ts";
import { encodeElement } from "../src/signs/ber.ts";
import { encodeSnmpMessage, parseSnmpMessage } from "../src/signs/snmp-message.ts";
import { textTcp } from "../src/signs/text-tcp.ts";
import { feed, readingSession, start } from "./readers/sample-reader.ts";

const texts = [
  ...longTexts,
  ["zeros", "\0".repeat(1_000_000)],
  ["bytes of a continued number", "\u0080".repeat(1_000_000)],
  ["empty elements", "\u0030\0".repeat(500_000)],
  ["line ends", "\r".repeat(1_000_000)],
] as const;
const bytesOf = (text: string) => Buffer.from(text, "latin1");

/** As TCP delivers them. */
const segmentsOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, index) =>
    bytes.subarray(index * 1_000, (index + 1) * 1_000),
  );

const llrpTypes = [3, 4, 13, 14, 20, 21, 22, 24, 30, 31, 32, 34, 61, 62, 63, 72, 100, 1023];

describe("a megabyte from a device", () => {
  it.each(texts)("INT-3 LIVE-2 is read as lines of a reader: %s", (_, text) => {
    const read = () => feed(readerDrivers["line-tcp"].open(start).session, segmentsOf(bytesOf(text)));
    expect(ended(read).failure).toBeNull();
  });

  it.each(texts)("INT-3 LIVE-2 is read as LLRP, in messages of any kind: %s", (_, text) => {
    const session = readingSession();
    const body = bytesOf(text).subarray(0, 256_000);
    const read = () => llrpTypes.map((type) => feed(session, [encodeFrame({ type, id: 1, body })]).failure).length;
    expect(ended(read)).toBe(llrpTypes.length);
    expect(ended(() => feed(session, segmentsOf(bytesOf(text))).failure)).toEqual(expect.any(String));
    const status = { code: 1, description: text };
    expect(ended(() => feed(session, [encodeMessage(1, { kind: "error", status })]).warnings)).toBeInstanceOf(Array);
  });

  it.each(texts)("INT-3 LIVE-9 is read as SNMP, in each part of a message: %s", (_, text) => {
    // A longer datagram does not exist.
    const bytes = bytesOf(text).subarray(0, 65_000);
    const message = { version: "v1", pdu: "response", requestId: 1, errorStatus: 0, errorIndex: 0 } as const;
    const value = { type: "octets", value: bytes } as const;
    const whole = encodeSnmpMessage({
      ...message,
      community: bytes.toString("latin1"),
      bindings: [{ oid: "1.3", value }],
    });
    expect(ended(() => parseSnmpMessage(whole))).toMatchObject({ requestId: 1 });
    const nested = [0x02, 0x04, 0x06, 0x30, 0xa2].map((tag) => encodeElement(0x30, encodeElement(tag, bytes)));
    expect(ended(() => [bytes, ...nested].map((one) => parseSnmpMessage(one)))).toHaveLength(6);
    const parts = [encodeElement(0x06, bytes), encodeElement(0x02, bytes), encodeElement(0x43, bytes)];
    const number = encodeElement(0x02, Buffer.of(1));
    const hostile = parts.map((part) => {
      const binding = encodeElement(0x30, encodeElement(0x30, encodeElement(0x06, Buffer.of(43)), part), part);
      const version = encodeElement(0x02, Buffer.of(0));
      const pdu = encodeElement(0xa2, number, number, number, binding);
      return encodeElement(0x30, version, encodeElement(0x04, bytes), pdu);
    });
    expect(ended(() => hostile.map((one) => parseSnmpMessage(one)))).toHaveLength(3);
  });

  it.each(texts)("INT-3 LIVE-9 is read as the reply of a sign with text lines: %s", async (_, text) => {
    const sign = { host: "127.0.0.1", port: 1, rows: 1, chars: 8 } as Parameters<typeof textTcp.show>[0];
    for (const reply of [text, `ERR ${text}\n`, `OK ${text}\n`]) {
      const received = bytesOf(reply);
      const shown = ended(() =>
        textTcp.show(sign, ["GO"], {
          tcp: async ({ isWhole }: { isWhole?: (received: Uint8Array) => boolean }) => {
            isWhole?.(received);
            return { ok: true, received };
          },
        } as unknown as Parameters<typeof textTcp.show>[2]),
      );
      await expect(shown).resolves.toBeDefined();
    }
  });
});
