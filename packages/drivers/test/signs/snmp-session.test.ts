import { describe, expect, it } from "vitest";
import type { UdpTransport } from "../../src/hardware-transport.ts";
import { signDrivers } from "../../src/signs/registry.ts";
import { encodeSnmpMessage, parseSnmpMessage, type SnmpMessage, snmpInteger } from "../../src/signs/snmp-message.ts";
import { createSnmpSession } from "../../src/signs/snmp-session.ts";

const agent = { host: "127.20.2.30", port: 161, community: "public" };
const silence = { ok: false, isSent: true, detail: "No answer came in time" } as const;

/** A transport that sends every datagram once, in turn, and delivers what the agent replies. */
const udpTo =
  (reply: (request: SnmpMessage) => readonly Uint8Array[]): UdpTransport =>
  async ({ datagrams, isReply }) => {
    const replies = datagrams.flatMap((datagram) => {
      const request = parseSnmpMessage(datagram);
      return request ? reply(request) : [];
    });
    return replies.some(isReply) ? { ok: true, localAddress: "127.0.0.1" } : silence;
  };

const response = (request: SnmpMessage, change: Partial<SnmpMessage> = {}) =>
  encodeSnmpMessage({ ...request, pdu: "response", ...change });

describe("an SNMP session", () => {
  it("LIVE-9 uses the version that the agent answered", async () => {
    const versions: string[] = [];
    const udp = udpTo((request) => {
      versions.push(request.version);
      return request.version === "v2c" ? [response(request)] : [];
    });
    const session = createSnmpSession(agent, udp);
    await session.get("1.3.6.1");
    await session.get("1.3.6.1");
    expect(versions).toEqual(["v1", "v2c", "v2c"]);
  });

  it("LIVE-9 reads the other objects of an SNMPv1 agent that lacks one", async () => {
    const udp = udpTo((request) => {
      const missing = request.bindings.findIndex(({ oid }) => oid === "1.3.2");
      if (missing >= 0) return [response(request, { errorStatus: 2, errorIndex: missing + 1 })];
      return [response(request, { bindings: request.bindings.map(({ oid }) => ({ oid, value: snmpInteger(7) })) })];
    });
    const read = await createSnmpSession(agent, udp).get("1.3.1", "1.3.2", "1.3.3");
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && [...read.values.keys()]).toEqual(["1.3.1", "1.3.3"]);
  });

  it.each([
    ["half a reply", (request: SnmpMessage) => response(request).subarray(0, 20)],
    ["the reply to another request", (request: SnmpMessage) => response(request, { requestId: request.requestId - 1 })],
    ["an echo of the request", (request: SnmpMessage) => encodeSnmpMessage(request)],
  ])("LIVE-9 %s is no reply", async (_, reply) => {
    const session = createSnmpSession(
      agent,
      udpTo((request) => [reply(request)]),
    );
    expect(await session.get("1.3.6.1")).toMatchObject({
      ok: false,
      kind: "no-reply",
      detail: "The device did not reply with valid SNMP",
    });
  });
});

describe("the result of an NTCIP sign", () => {
  const sign = { ...agent, rows: 2, chars: 16 };
  const unused = () => Promise.reject(new Error("Only UDP here."));
  const show = (udp: UdpTransport) =>
    signDrivers["ntcip-1203"].show(sign, ["HELLO"], { tcp: unused, udp, http: unused });
  const activateMessage = "1.3.6.1.4.1.1206.4.2.3.6.3.0";
  /** A sign in which every message is valid. */
  const healthy = (request: SnmpMessage) =>
    response(request, { bindings: request.bindings.map(({ oid }) => ({ oid, value: snmpInteger(4) })) });
  const isSetOf = ({ pdu, bindings }: SnmpMessage, oid: string) => pdu === "set" && bindings[0]?.oid === oid;

  it("LIVE-9 says whether the sign may have received the text", async () => {
    expect(await show(udpTo(() => []))).toEqual({
      outcome: "unreachable",
      detail: "No answer came in time. Command not sent.",
    });
    const loses = udpTo((request) => (isSetOf(request, activateMessage) ? [] : [healthy(request)]));
    expect(await show(loses)).toEqual({
      outcome: "unreachable",
      detail: "No answer came in time. The device may have received the command.",
    });
  });

  it.each([
    [1, "The sign refused: the message is too long for it (tooBig)."],
    [16, "The sign refused: the community string doesn't allow it (authorizationError)."],
    [99, "The sign refused: SNMP error 99."],
  ])("LIVE-9 puts the SNMP error %i of a write into words", async (errorStatus, detail) => {
    const rejects = udpTo((request) => [
      request.pdu === "set" && request.bindings.length > 1
        ? response(request, { errorStatus, errorIndex: 1 })
        : healthy(request),
    ]);
    expect(await show(rejects)).toEqual({ outcome: "rejected", detail });
  });

  it.each([
    [3, "a message with a higher priority is shown (priority)"],
    [7, "the stored message was changed by someone else (messageCRC)"],
    [42, "activation error 42"],
    [2, "it failed (genErr)"],
  ])("LIVE-9 puts the activation error %i into words", async (error, reason) => {
    const rejects = udpTo((request) => {
      if (isSetOf(request, activateMessage)) return [response(request, { errorStatus: 5, errorIndex: 1 })];
      const errors = request.bindings.map(({ oid }) => ({
        oid,
        value: snmpInteger(oid.endsWith(".6.17.0") ? error : 4),
      }));
      return [response(request, { bindings: errors })];
    });
    expect(await show(rejects)).toEqual({ outcome: "rejected", detail: `The sign refused: ${reason}.` });
  });

  it("LIVE-9 mentions what the sign reports as faulty", async () => {
    const faulty = udpTo((request) => {
      const status = request.bindings.map(({ oid }) => ({
        oid,
        value: snmpInteger(oid.includes(".9.7.1.") ? 0x2020 : 4),
      }));
      return [response(request, { bindings: status })];
    });
    expect(await show(faulty)).toEqual({
      outcome: "accepted",
      detail: "Text shown. The sign reports: pixel error, door open.",
    });
  });
});
