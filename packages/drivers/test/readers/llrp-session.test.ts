import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFrames } from "../../src/readers/llrp-frame.ts";
import { encodeMessage, parseMessage } from "../../src/readers/llrp-message.ts";
import { keepaliveMs, maxResponseMs, maxSilenceMs } from "../../src/readers/llrp-session.ts";
import type { TagReport } from "../../src/readers/llrp-tag-report.ts";
import { readerDrivers } from "../../src/readers/registry.ts";
import { cutAt } from "../recorded-transport.ts";
import {
  after,
  connectionEvent,
  feed,
  keepalive,
  readerStream,
  readingSession,
  response,
  setupRequests,
  start,
  startMs,
  tagOf,
  tagReport,
  utc,
} from "./sample-reader.ts";

const opened = () => readerDrivers.llrp.open(start).session;
const kindsIn = (bytes: Buffer) => splitFrames(bytes).frames.map((frame) => parseMessage(frame)?.kind);

describe("an LLRP session", () => {
  it("LIVE-2 sets up the reader one request at a time, each after the response to the previous one", () => {
    let session = opened();
    expect(session.isReading).toBe(false);
    const incoming = [connectionEvent(0), ...setupRequests.map((_, index) => response(index))];
    const sent = incoming.map((bytes) => {
      const step = session.receive(bytes, start);
      session = step.session;
      return kindsIn(Buffer.concat(step.send));
    });
    expect(sent).toEqual([...setupRequests.map((kind) => [kind]), []]);
    expect(session.isReading).toBe(true);
  });

  it("LIVE-2 yields the same tags, replies and failure however TCP splits or merges the messages", () => {
    const epc = fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .map((bytes) => Buffer.from(bytes).toString("hex").toUpperCase());
    const stream = fc.tuple(
      fc.array(epc, { maxLength: 6 }).map((epcs) => readerStream(...epcs.map((one) => tagOf(one)))),
      fc.oneof(fc.constant(Buffer.alloc(0)), fc.uint8Array({ maxLength: 30 })),
    );
    fc.assert(
      fc.property(stream, fc.array(fc.nat(5000), { maxLength: 40 }), ([messages, noise], cuts) => {
        const bytes = Buffer.concat([messages, noise]);
        const { session: whole, ...expected } = feed(opened(), [bytes]);
        const { session: split, ...actual } = feed(opened(), cutAt(bytes, cuts));
        expect({ ...actual, isReading: split.isReading }).toEqual({ ...expected, isReading: whole.isReading });
      }),
    );
  });

  it("LIVE-2 yields the same tags byte by byte, and all tags of merged reports", () => {
    const epcs = ["E28011700000020A7B3C0001", "E2801170", "AA", "BB", "CC", "DD"];
    const bytes = readerStream(...epcs.map((epc) => tagOf(epc)));
    const single = feed(
      opened(),
      Array.from(bytes, (byte) => Buffer.of(byte)),
    );
    expect(single.detections.map(({ tag }) => tag)).toEqual(epcs);
    expect(single.detections).toEqual(feed(opened(), [bytes]).detections);
  });

  it.each([
    [1, "The reader refused the connection: another client is connected, on a connection that the reader opened."],
    [2, "The reader refused the connection: another client is connected."],
    [3, "The reader refused the connection: status 3."],
  ])("LIVE-2 fails if the reader refuses the connection with status %i", (status, failure) => {
    expect(feed(opened(), [connectionEvent(status)])).toMatchObject({ failure, sent: Buffer.alloc(0) });
  });

  it.each([
    [0, "The reader refused SET_READER_CONFIG: No such field."],
    [2, "The reader refused ADD_ROSPEC: No such field."],
    [4, "The reader refused START_ROSPEC: No such field."],
  ])("LIVE-2 fails if the reader refuses request %i", (index, failure) => {
    const accepted = setupRequests.slice(0, index).map((_, before) => response(before));
    const rejected = response(index, 101, "No such field.");
    expect(feed(opened(), [connectionEvent(0), ...accepted, rejected])).toMatchObject({ failure });
  });

  it("LIVE-2 goes on if there was no ROSpec to delete", () => {
    const { failure, sent } = feed(opened(), [connectionEvent(0), response(0), response(1, 100, "None")]);
    expect(failure).toBeNull();
    expect(kindsIn(sent).at(-1)).toBe("add-rospec");
  });

  it("LIVE-2 ignores a response to another request", () => {
    const { sent } = feed(opened(), [connectionEvent(0), response(1), response(2)]);
    expect(kindsIn(sent)).toEqual(["set-reader-config"]);
  });

  it.each([
    ["HTTP/1.1 400 Bad Request\r\n", "The host does not speak LLRP."],
    [Buffer.from("043e0000000900000001", "hex"), "The reader sent an LLRP message with an invalid length."],
    [Buffer.from("043effffffff00000001", "hex"), "The reader sent an LLRP message of more than 262144 bytes."],
    [Buffer.from("043d0000000e0000000100f00003", "hex"), "The reader sent a malformed LLRP message."],
    [
      encodeMessage(9, { kind: "error", status: { code: 110, description: "Unsupported version" } }),
      "The reader reported an error: Unsupported version.",
    ],
    [
      encodeMessage(9, { kind: "reader-event", time: null, connection: null, isClosing: true }),
      "The reader closed the connection.",
    ],
  ])("LIVE-2 fails with a reason for %j", (bytes, failure) => {
    expect(feed(readingSession(), [Buffer.from(bytes)])).toMatchObject({ failure, detections: [] });
  });

  it("LIVE-2 neither throws nor sends anything after a failure", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 10 }), (pieces) => {
        const { session } = feed(readingSession(), [Buffer.from("GET / HTTP/1.1")]);
        const later = feed(session, [...pieces, keepalive(1), tagReport(tagOf("AA"))]);
        expect(later).toMatchObject({
          failure: "The host does not speak LLRP.",
          detections: [],
          sent: Buffer.alloc(0),
        });
        expect(later.session).toMatchObject({ isReading: false, deadlineMs: null });
      }),
    );
  });
});

describe("keep-alive monitoring", () => {
  it("LIVE-2 acknowledges a keep-alive with its message id", () => {
    const { sent } = feed(readingSession(), [keepalive(77)]);
    expect(splitFrames(sent).frames.map(({ id }) => id)).toEqual([77]);
    expect(kindsIn(sent)).toEqual(["keepalive-ack"]);
  });

  it("LIVE-2 reports a silent reader after three missed keep-alives, and not before", () => {
    const { session } = feed(readingSession(), [keepalive(1)], after(1000));
    const due = 1000 + maxSilenceMs;
    expect(maxSilenceMs).toBe(3 * keepaliveMs);
    expect(session.deadlineMs).toBe(after(due).monotonicMs);
    expect(session.tick(after(due - 1)).failure).toBeNull();
    expect(session.tick(after(due)).failure).toBe("The reader sent nothing for 7.5 s.");
  });

  it("LIVE-2 does not take a part of a message for a sign of life", () => {
    const { session } = feed(readingSession(), [keepalive(1).subarray(0, 9)], after(5000));
    expect(session.deadlineMs).toBe(after(maxSilenceMs).monotonicMs);
  });

  it.each([
    [[], "The reader did not accept the connection within 4 s."],
    [[connectionEvent(0)], "The reader did not respond to SET_READER_CONFIG within 4 s."],
    [[connectionEvent(0), response(0), keepalive(1)], "The reader did not respond to DELETE_ROSPEC within 4 s."],
  ])("LIVE-2 limits the time of each step of the setup (%#)", (pieces, error) => {
    const { session } = feed(opened(), pieces);
    expect(session.tick(after(maxResponseMs - 1)).failure).toBeNull();
    expect(session.tick(after(maxResponseMs)).failure).toBe(error);
  });

  it("LIVE-2 says goodbye when it closes", () => {
    expect(kindsIn(Buffer.concat(readingSession().close()))).toEqual(["close-connection"]);
  });
});

describe("the tags of an LLRP reader", () => {
  const read = (...tags: readonly TagReport[]) => feed(readingSession(), [tagReport(...tags)]);

  it("LIVE-2 become detections", () => {
    expect(read(tagOf("E28011700000020A7B3C0001", { antenna: 2, firstSeen: utc(startMs - 40) })).detections).toEqual([
      {
        kind: "tag",
        eventId: expect.stringMatching(/^h-/),
        source: "antenna 2",
        at: new Date(startMs - 40),
        tag: "E28011700000020A7B3C0001",
        direction: null,
      },
    ]);
  });

  it("LIVE-2 have the same id when they are sent again, and another at another time", () => {
    const idOf = (ms: number) => read(tagOf("AA", { firstSeen: utc(ms) })).detections[0]?.eventId;
    expect(idOf(startMs)).toBe(idOf(startMs));
    expect(idOf(startMs)).not.toBe(idOf(startMs + 1));
  });

  it.each([
    ["a clock that is an hour slow", utc(startMs - 3_600_000), utc(startMs - 3_600_000 + 250)],
    ["no clock", { clock: "uptime", micros: 5_000_000n } as const, { clock: "uptime", micros: 5_250_000n } as const],
  ])("LIVE-2 get our time from a reader with %s", (_, readerTime, firstSeen) => {
    const incoming = [connectionEvent(0, readerTime), ...setupRequests.map((_, index) => response(index))];
    const { session } = feed(opened(), incoming);
    const { detections } = feed(session, [tagReport(tagOf("AA", { firstSeen }))], after(300));
    expect(detections[0]?.at).toEqual(new Date(startMs + 250));
  });

  it("LIVE-2 get our time after the reader's clock was set forward", () => {
    const { session } = feed(opened(), [
      connectionEvent(0, utc(0)),
      ...setupRequests.map((_, index) => response(index)),
      tagReport(tagOf("AA", { firstSeen: utc(startMs) })),
    ]);
    const { detections } = feed(session, [tagReport(tagOf("BB", { firstSeen: utc(startMs + 200) }))], after(250));
    expect(detections[0]?.at).toEqual(new Date(startMs + 200));
  });

  it("LIVE-2 get our time after our wall clock stepped", () => {
    const now = { ...after(300), wallMs: startMs - 3_600_000 };
    const { detections } = feed(readingSession(), [tagReport(tagOf("AA", { firstSeen: utc(startMs + 250) }))], now);
    expect(detections[0]?.at).toEqual(new Date(now.wallMs - 50));
  });

  it("LIVE-2 keep their age if they waited in the reader", () => {
    const { detections } = read(tagOf("AA", { firstSeen: utc(startMs - 90_000) }));
    expect(detections[0]?.at).toEqual(new Date(startMs - 90_000));
  });

  it("LIVE-2 have no time if the reader sends none", () => {
    expect(read(tagOf("AA", { firstSeen: null, lastSeen: null })).detections[0]?.at).toBeNull();
  });

  it("LIVE-2 are passed on once per second while they stay in the field", () => {
    const times = [0, 300, 999, 1000, 1500, 2000];
    let session = readingSession();
    const passedOn = times.filter((ms) => {
      const step = session.receive(tagReport(tagOf("AA", { firstSeen: utc(startMs + ms) })), after(ms));
      session = step.session;
      return step.detections.length > 0;
    });
    expect(passedOn).toEqual([0, 1000, 2000]);
  });

  it.each(["", "AB".repeat(33)])("LIVE-2 are ignored with a warning if they have no storable length (%j)", (epc) => {
    const { detections, warnings, failure } = read(tagOf(epc), tagOf("AA"));
    expect(detections.map(({ tag }) => tag)).toEqual(["AA"]);
    expect(warnings).toEqual(["The reader sent a tag without or with more than 64 digits."]);
    expect(failure).toBeNull();
  });
});
