import { describe, expect, it } from "vitest";
import { relayDrivers } from "../../src/relays/registry.ts";
import { recordedHttp, silence, unreachableHost } from "../recorded-transport.ts";

const relay = { host: "127.20.2.21", port: 80, relayNumber: 2 };
const ok = (text: string, status = 200) => ({ ok: true as const, status, text });
const states = (first: number, second: number) =>
  ok(`<?xml version="1.0" encoding="utf-8"?><datavalues><relay1state>${first}</relay1state>
<relay2state>${second}</relay2state><relay10state>1</relay10state></datavalues>`);
const rpc = (content: object, status = 200) => ok(JSON.stringify({ id: 1, src: "board", ...content }), status);

const httpRelay = relayDrivers["http-relay"];
const httpRpc = relayDrivers["http-rpc"];

describe("a board with state.xml", () => {
  it.each([
    [500, "0.5"],
    [1000, "1"],
    [510, "0.6"],
    [1, "0.1"],
    [0, "0.1"],
    [86_400_001, "86400"],
  ])("ENG-1 times a pulse of %d ms itself, as %s s", async (pulseMs, seconds) => {
    const { transports, asked } = recordedHttp(states(0, 1));
    expect(await httpRelay.close(relay, pulseMs, transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 2 on.",
    });
    const path = `/state.xml?relay2State=2&pulseTime2=${seconds}`;
    expect(asked).toEqual([{ method: "GET", host: "127.20.2.21", port: 80, path }]);
  });

  it("DISP-2 holds a relay, without a time", async () => {
    const { transports, asked } = recordedHttp(states(0, 1));
    expect(await httpRelay.hold(relay, transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 2 on.",
    });
    expect(asked).toEqual([{ method: "GET", host: "127.20.2.21", port: 80, path: "/state.xml?relay2State=1" }]);
  });

  it("ENG-1 releases a relay", async () => {
    const { transports, asked } = recordedHttp(states(1, 0));
    expect(await httpRelay.release(relay, transports)).toMatchObject({ outcome: "accepted" });
    expect(asked[0]?.path).toBe("/state.xml?relay2State=0");
  });

  it.each([
    ["a relay that stayed off", states(1, 0), "Relay 2 is still off."],
    ["other relays only", ok("<datavalues><relay1state>1</relay1state></datavalues>"), "The board has no relay 2."],
    ["503", ok("<error/>", 503), "The board refused with status 503."],
    ["401", ok("", 401), "The board requires a password; turn that off for its relays."],
    ["302", ok("", 302), "The board redirects; check its address and port."],
  ])("rejects with %s", async (_, response, detail) => {
    const { transports } = recordedHttp(response);
    expect(await httpRelay.close(relay, 500, transports)).toEqual({ outcome: "rejected", detail });
    expect(await httpRelay.hold(relay, transports)).toEqual({ outcome: "rejected", detail });
  });

  it("ENG-6 another page at its address is not accepted", async () => {
    const { transports } = recordedHttp(ok("<!doctype html><title>Router</title>"));
    const detail =
      'That host is not a relay board of this driver: it sent the web page "Router". Check address, port and driver. The device may have received the command.';
    expect(await httpRelay.close(relay, 500, transports)).toEqual({ outcome: "unreachable", detail });
    expect(await httpRelay.hold(relay, transports)).toEqual({ outcome: "unreachable", detail });
  });
});

describe("an unreadable reply", () => {
  it.each([
    ["", "an empty reply"],
    ["<html><body>Login</body></html>", "a web page"],
    ['{"ison":true}', "JSON of another kind"],
    ["<?xml version='1.0'?><status/>", "XML of another kind"],
    ["220 ftp.example ready\r\n", '"220 ftp.example ready"'],
  ])("ENG-6 names its cause: %j", async (text, cause) => {
    const { transports } = recordedHttp(ok(text));
    const detail = `it sent ${cause}. Check address, port and driver.`;
    expect((await httpRelay.close(relay, 500, transports)).detail).toContain(detail);
  });
});

describe("a board with JSON RPC", () => {
  it.each([
    [500, 0.5],
    [1250, 1.3],
    [1, 0.1],
  ])("ENG-1 times a pulse of %d ms itself, as %s s", async (pulseMs, toggle_after) => {
    const { transports, asked } = recordedHttp(rpc({ result: { was_on: false } }));
    expect(await httpRpc.close(relay, pulseMs, transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 2 on.",
    });
    const body = { id: 1, method: "Switch.Set", params: { id: 1, on: true, toggle_after } };
    expect(asked).toEqual([{ method: "POST", host: "127.20.2.21", port: 80, path: "/rpc", body }]);
  });

  it("DISP-2 holds a relay, without a timer that would open it again", async () => {
    const { transports, asked } = recordedHttp(rpc({ result: { was_on: false } }));
    expect(await httpRpc.hold(relay, transports)).toEqual({
      outcome: "accepted",
      detail: "The board switched relay 2 on.",
    });
    expect(asked[0]?.body).toEqual({ id: 1, method: "Switch.Set", params: { id: 1, on: true } });
  });

  it("ENG-1 releases a relay, without a timer that would close it again", async () => {
    const { transports, asked } = recordedHttp(rpc({ result: { was_on: true } }));
    expect(await httpRpc.release(relay, transports)).toMatchObject({ outcome: "accepted" });
    expect(asked[0]?.body).toEqual({ id: 1, method: "Switch.Set", params: { id: 1, on: false } });
  });

  it.each([
    [
      "an error",
      rpc({ error: { code: -105, message: "Argument 'id', value 1 not found!" } }),
      "The board refused: Argument 'id', value 1 not found.",
    ],
    [
      "an error under a bad status",
      rpc({ error: { message: "a\u0007b\n".repeat(99) } }, 500),
      `The board refused: ${"a b ".repeat(25).slice(0, 99)}….`,
    ],
    ["an error without words", rpc({ error: {} }), "The board refused: no reason given."],
    ["a bad status alone", ok("busy", 503), "The board refused with status 503."],
    ["401", ok("", 401), "The board requires a password; turn that off for its relays."],
  ])("rejects with %s", async (_, response, detail) => {
    const { transports } = recordedHttp(response);
    expect(await httpRpc.close(relay, 500, transports)).toEqual({ outcome: "rejected", detail });
    expect(await httpRpc.hold(relay, transports)).toEqual({ outcome: "rejected", detail });
  });

  it.each([
    ["a page", ok("<!doctype html>")],
    ["nothing", ok("")],
    ["JSON of something else", ok('{"status":"ok"}')],
    ["null", ok("null")],
    ["an answer to another request", ok('{"id":7,"result":{}}')],
    ["no result", ok('{"id":1,"result":null}')],
  ])("ENG-6 %s at its address is not accepted", async (_, response) => {
    const { transports } = recordedHttp(response);
    expect(await httpRpc.close(relay, 500, transports)).toMatchObject({ outcome: "unreachable" });
    expect(await httpRpc.hold(relay, transports)).toMatchObject({ outcome: "unreachable" });
  });
});

describe.each([
  ["http-relay", httpRelay],
  ["http-rpc", httpRpc],
])("%s", (_, driver) => {
  it("ENG-1 ends a pulse by itself, even if the server crashes", () => {
    expect(driver.timesPulses).toBe(true);
  });

  it.each([
    ["host unreachable", unreachableHost, "No route to host. Command not sent."],
    ["no reply", silence, "No answer came in time. The device may have received the command."],
  ])("ENG-6 %s: says whether the command may have been received", async (_who, result, detail) => {
    const { transports } = recordedHttp(result);
    expect(await driver.close(relay, 500, transports)).toEqual({ outcome: "unreachable", detail });
    expect(await driver.hold(relay, transports)).toEqual({ outcome: "unreachable", detail });
    expect(await driver.release(relay, transports)).toEqual({ outcome: "unreachable", detail });
  });
});
