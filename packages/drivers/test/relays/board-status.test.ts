import { describe, expect, it } from "vitest";
import type { HardwareTransports, RelayHttp, TcpTransport } from "../../src/hardware-transport.ts";
import { relayDrivers } from "../../src/relays/registry.ts";
import { signDrivers } from "../../src/signs/registry.ts";
import { recordedTcp, silence, unreachableHost } from "../recorded-transport.ts";

const relay = (relayNumber: number) => ({ host: "127.20.2.20", port: 502, relayNumber });
const noTcp = () => Promise.reject(new Error("No TCP here."));

function httpWith(response: Awaited<ReturnType<RelayHttp>>): { transports: HardwareTransports; sent: unknown[] } {
  const sent: unknown[] = [];
  const http: RelayHttp = async ({ method, path, body }) => {
    sent.push({ method, path, ...(body === undefined ? {} : { body }) });
    return response;
  };
  return { transports: { tcp: noTcp, udp: noTcp, http }, sent };
}

const ok = (text: string, status = 200) => ({ ok: true as const, status, text });
const lost = { ok: false as const, isSent: true, detail: "No reply." };
const states = "<datavalues><relay1state>1</relay1state><relay2state>0</relay2state></datavalues>";
const switches = '{"id":1,"result":{"switch:0":{"id":0,"output":true},"switch:1":{"id":1,"output":false},"sys":{}}}';
const both = new Map([
  [1, true],
  [2, false],
]);

describe("the status of an HTTP board", () => {
  it("LIVE-10 is read without switching a relay", async () => {
    const xml = httpWith(ok(states));
    await relayDrivers["http-relay"].checkStatus?.([relay(1)], xml.transports);
    expect(xml.sent).toEqual([{ method: "GET", path: "/state.xml" }]);
    const rpc = httpWith(ok(switches));
    await relayDrivers["http-rpc"].checkStatus?.([relay(1)], rpc.transports);
    expect(rpc.sent).toEqual([{ method: "POST", path: "/rpc", body: { id: 1, method: "Shelly.GetStatus" } }]);
  });

  it.each([
    ["http-relay", "its states", ok(states), { state: "replied", detail: null, isClosed: both }],
    ["http-relay", "a password", ok("", 401), { state: "replied", detail: expect.stringContaining("password") }],
    [
      "http-relay",
      "another page",
      ok("<html></html>"),
      { state: "failed", detail: expect.stringContaining("it sent a web page") },
    ],
    ["http-relay", "nothing", lost, { state: "failed", detail: "No reply." }],
    ["http-rpc", "its switches", ok(switches), { state: "replied", detail: null, isClosed: both }],
    ["http-rpc", "no such method", ok('{"id":1,"error":{"code":404,"message":"No handler"}}'), { state: "replied" }],
    ["http-rpc", "another page", ok("<html></html>"), { state: "failed" }],
    ["http-rpc", "nothing", lost, { state: "failed", detail: "No reply." }],
  ] as const)("LIVE-10 %s with %s", async (driver, _title, response, status) => {
    const { transports } = httpWith(response);
    expect(await relayDrivers[driver].checkStatus?.([relay(1), relay(2)], transports)).toMatchObject(status);
  });

  it("LIVE-10 names a relay that the board does not have", async () => {
    const { transports } = httpWith(ok(states));
    expect(await relayDrivers["http-relay"].checkStatus?.([relay(3)], transports)).toMatchObject({
      state: "replied",
      detail: "The board has no relay 3.",
    });
  });
});

describe("the status of a Modbus board", () => {
  const exception = (code: number) => (request: Buffer) => [
    Buffer.from([...request.subarray(0, 4), 0, 3, request[6] ?? 0, 0x81, code]),
  ];

  it.each([
    ["can't read its relays", 1, null],
    ["fails", 4, "The board refused: it failed to execute the command (server device failure)."],
  ])("LIVE-10 is online for a board that %s", async (_title, code, detail) => {
    const { transports } = recordedTcp(exception(code));
    expect(await relayDrivers["modbus-tcp"].checkStatus?.([relay(1)], transports)).toMatchObject({
      state: "replied",
      detail,
    });
  });
});

describe("the status of a text sign", () => {
  const sign = { host: "127.20.2.20", port: 5000, rows: 2, chars: 16 };

  it("LIVE-10 is checked by connecting, without sending anything", async () => {
    const sent: number[] = [];
    const tcp: TcpTransport = async ({ bytes, isWhole }) => {
      sent.push(bytes.length);
      return isWhole ? silence : { ok: true, received: new Uint8Array() };
    };
    const status = await signDrivers["text-tcp"].checkStatus?.(sign, { tcp, udp: noTcp, http: noTcp });
    expect({ status, sent }).toEqual({ status: { state: "connected" }, sent: [0] });
  });

  it("LIVE-10 is failed without a connection", async () => {
    expect(
      await signDrivers["text-tcp"].checkStatus?.(sign, recordedTcp(() => unreachableHost).transports),
    ).toMatchObject({ state: "failed" });
  });
});
