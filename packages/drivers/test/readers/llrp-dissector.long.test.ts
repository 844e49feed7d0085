import { describe, expect, it } from "vitest";
import { encodeFrame, splitFrames } from "../../src/readers/llrp-frame.ts";
import { readerDrivers } from "../../src/readers/registry.ts";
import { feed, readerStream, start, tagOf } from "./sample-reader.ts";
import { dissect } from "./tshark.ts";

const split = (bytes: Buffer) => splitFrames(bytes).frames.map(encodeFrame);

describe("LLRP messages according to Wireshark", () => {
  it("LIVE-2 everything that the driver sends is valid", () => {
    const { sent, session } = feed(readerDrivers.llrp.open(start).session, [readerStream(tagOf("E2000001"))]);
    const messages = split(Buffer.concat([sent, ...session.close()]));
    const dissected = dissect(messages, "client");
    expect(dissected.map(({ type }) => Number(type))).toEqual([3, 21, 20, 24, 22, 72, 72, 14]);
    expect(dissected.map(({ length }) => Number(length))).toEqual(messages.map(({ length }) => length));
    expect(dissected.map(({ complaints }) => complaints)).toEqual(dissected.map(() => ""));
    expect(dissected.map(({ roSpec }) => roSpec)).toEqual(["", "0", "1", "1", "1", "", "", ""]);
  });

  it("LIVE-2 the driver reads the same tags and antennas", () => {
    const tags = [
      tagOf("E28011700000020A7B3C0001", { antenna: 1 }),
      tagOf("E2000002", { antenna: 4 }),
      tagOf("300833B2DDD9014000000000", { antenna: 2, seenCount: 7 }),
    ];
    const stream = readerStream(...tags);
    const { detections } = feed(readerDrivers.llrp.open(start).session, [stream]);
    const reports = dissect(split(stream), "reader").filter(({ epc }) => epc !== "");
    expect(reports.map(({ epc, antenna }) => [epc.replaceAll(":", "").toUpperCase(), `antenna ${antenna}`])).toEqual(
      detections.map(({ tag, source }) => [tag, source]),
    );
    expect(reports).toHaveLength(tags.length);
  });

  it("LIVE-2 a message with a wrong length is noticed", () => {
    const [message = Buffer.alloc(0)] = split(readerStream());
    const broken = Buffer.from(message);
    broken.writeUInt16BE(0xffff, 12);
    expect(dissect([broken], "reader")[0]?.complaints).not.toBe("");
  });
});
