import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readerDrivers } from "../../src/readers/registry.ts";
import { cutAt } from "../recorded-transport.ts";
import { after, feed, start } from "./sample-reader.ts";

const opened = () => readerDrivers["line-tcp"].open(start).session;
const read = (text: string) => feed(opened(), [Buffer.from(text, "latin1")]);
const tagsIn = (text: string) => read(text).detections.map(({ tag }) => tag);

describe("a reader that sends lines", () => {
  it.each([
    ["LF", "E2000019\nE2000020\n"],
    ["CR", "E2000019\rE2000020\r"],
    ["CRLF", "E2000019\r\nE2000020\r\n"],
    ["STX and ETX", "\u0002E2000019\u0003\u0002E2000020\u0003"],
    ["STX, CRLF and ETX", "\u0002E2000019\r\n\u0003\u0002E2000020\r\n\u0003"],
    ["spaces and empty lines", "\r\n\r\n  E2000019 \n\n\tE2000020\t\r\n\n"],
  ])("LIVE-2 is read with %s", (_, text) => {
    expect(tagsIn(text)).toEqual(["E2000019", "E2000020"]);
  });

  it("LIVE-2 reports tags without a time, and with an id of their own per read", () => {
    const first = feed(opened(), [Buffer.from("E2000019\n")]);
    expect(first.detections).toEqual([
      {
        kind: "tag",
        eventId: expect.stringMatching(/^h-/),
        source: null,
        at: null,
        tag: "E2000019",
        direction: null,
      },
    ]);
    const later = feed(first.session, [Buffer.from("E2000019\n")], after(1000));
    expect(later.detections).toHaveLength(1);
    expect(later.detections[0]?.eventId).not.toBe(first.detections[0]?.eventId);
  });

  it("LIVE-2 yields the same tags however TCP splits or merges the lines", () => {
    const piece = fc.oneof(
      fc.constantFrom("\r", "\n", "\r\n", "\u0002", "\u0003", "x".repeat(200)),
      fc.stringMatching(/^[0-9A-F]{1,24}$/),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(3000), { maxLength: 30 }), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""), "utf8");
        const split = feed(opened(), cutAt(bytes, cuts));
        expect(split.detections).toEqual(feed(opened(), [bytes]).detections);
        expect(split.failure).toBeNull();
      }),
    );
  });

  it("LIVE-2 does not yield a tag for an incomplete line", () => {
    expect(tagsIn("E20000")).toEqual([]);
    expect(tagsIn("\u0002E2000\u0002E2000019\u0003")).toEqual(["E2000019"]);
  });

  it.each([
    ["A".repeat(129), "The reader sent a line of more than 128 characters."],
    ["A".repeat(100_000), "The reader sent a line of more than 128 characters."],
    ["A".repeat(65), "The reader sent a line that is not a tag."],
    ["E200\u00e9", "The reader sent a line that is not a tag."],
    ["E2\u000000", "The reader sent a line that is not a tag."],
    ["---", "The reader sent a line that is not a tag."],
  ])("LIVE-2 causes a warning for an invalid line, and is read again after it (%#)", (line, warning) => {
    expect(read(`${line}\nE2000019\n`)).toMatchObject({ warnings: [warning], detections: [{ tag: "E2000019" }] });
  });

  it("LIVE-2 may send tags of up to 64 characters", () => {
    expect(tagsIn(`${"A".repeat(64)}\n`)).toEqual(["A".repeat(64)]);
  });

  it("LIVE-2 has no time limit, needs no setup and is sent nothing", () => {
    const { session, send } = readerDrivers["line-tcp"].open(start);
    expect(session).toMatchObject({ isReading: true, deadlineMs: null });
    expect(session.tick(after(1e9)).failure).toBeNull();
    expect([...send, ...session.close()]).toEqual([]);
  });
});
