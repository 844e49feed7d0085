import { describe, expect, it } from "vitest";
import { relayKey } from "../src/fields/relay-address.ts";

const key = (host: string, port = 502, relayNumber = 1) => relayKey({ host, port, relayNumber });

describe("a relay", () => {
  it.each([
    ["Board.Local", "board.local"],
    ["010.0.0.5", "8.0.0.5"],
    ["::0001", "::1"],
    ["::ffff:127.10.0.5", "127.10.0.5"],
    ["0:0:0:0:0:ffff:7f0a:0005", "127.10.0.5"],
  ])("ENG-1 at %s is the one at %s", (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ["another board", key("127.10.0.6")],
    ["another port", key("127.10.0.5", 503)],
    ["another number", key("127.10.0.5", 502, 2)],
  ])("ENG-1 of %s is another one", (_, other) => {
    expect(other).not.toBe(key("127.10.0.5"));
  });

  it("LIVE-12 of another Modbus unit is another one", () => {
    const relay = { host: "127.10.0.5", port: 502, relayNumber: 1 };
    expect(relayKey({ ...relay, unitId: 2 })).not.toBe(relayKey(relay));
    expect(relayKey({ ...relay, unitId: 1 })).toBe(relayKey(relay));
  });
});
