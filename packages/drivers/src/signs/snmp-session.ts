import type { UdpTransport } from "../hardware-transport.ts";
import {
  encodeSnmpMessage,
  parseSnmpMessage,
  type SnmpBinding,
  type SnmpMessage,
  type SnmpPdu,
  type SnmpValue,
  type SnmpVersion,
} from "./snmp-message.ts";

/** The address of an SNMP agent. */
export interface SnmpAgent {
  readonly host: string;
  readonly port: number;
  readonly community: string;
}

/** Why a request has no result: no reply, or the agent's error and the object that caused it. */
export type SnmpError =
  | { readonly ok: false; readonly kind: "no-reply"; readonly isSent: boolean; readonly detail: string }
  | { readonly ok: false; readonly kind: "error"; readonly status: number; readonly oid: string | undefined };

/** The values of the objects that the agent has, or an error. */
export type SnmpResult = { readonly ok: true; readonly values: ReadonlyMap<string, SnmpValue> } | SnmpError;

/** Requests to one agent, one at a time. */
export interface SnmpSession {
  /** Reads objects. Those that the agent doesn't have are left out. */
  get(...oids: readonly string[]): Promise<SnmpResult>;
  /** Writes objects together. */
  set(bindings: readonly SnmpBinding[]): Promise<SnmpResult>;
  /** This machine's address as of the last reply; undefined before the first one. */
  localAddress(): string | undefined;
}

/** SNMPv1: the agent has no such object. */
const noSuchName = 2;
const maxRequestId = 0x7fffffff;

let lastRequestId = 0;

/** Unique among recent requests, so that a late reply is not mistaken for another one. */
function nextRequestId(): number {
  lastRequestId = (lastRequestId + 1) % maxRequestId;
  return lastRequestId;
}

/**
 * Starts a session. An agent ignores versions that it doesn't support, so the first request alternates between both
 * until one is answered.
 */
export function createSnmpSession({ host, port, community }: SnmpAgent, udp: UdpTransport): SnmpSession {
  let localAddress: string | undefined;
  let versions: readonly SnmpVersion[] = ["v1", "v2c"];

  async function request(pdu: SnmpPdu, bindings: readonly SnmpBinding[]): Promise<SnmpResult> {
    const requestId = nextRequestId();
    const datagrams = versions.map((version) =>
      encodeSnmpMessage({ version, community, pdu, requestId, errorStatus: 0, errorIndex: 0, bindings }),
    );
    let reply: SnmpMessage | undefined;
    let isInvalid = false;
    const isReply = (datagram: Uint8Array) => {
      const message = parseSnmpMessage(datagram);
      if (message?.pdu === "response" && message.requestId === requestId) reply = message;
      else isInvalid = true;
      return reply !== undefined;
    };
    const result = await udp({ host, port, datagrams, isReply });
    if (!result.ok) {
      const detail = isInvalid ? "The device did not reply with valid SNMP" : result.detail;
      return { ok: false, kind: "no-reply", isSent: result.isSent, detail };
    }
    if (reply === undefined) throw new Error("the transport returned a datagram that is not the reply");
    versions = [reply.version];
    localAddress = result.localAddress;
    if (reply.errorStatus !== 0)
      return { ok: false, kind: "error", status: reply.errorStatus, oid: bindings[reply.errorIndex - 1]?.oid };
    const values = reply.bindings.filter(({ value }) => value.type !== "missing");
    return { ok: true, values: new Map(values.map(({ oid, value }) => [oid, value])) };
  }

  async function get(...oids: readonly string[]): Promise<SnmpResult> {
    const result = await request(
      "get",
      oids.map((oid) => ({ oid, value: { type: "null" } })),
    );
    if (result.ok || result.kind !== "error" || result.status !== noSuchName) return result;
    const others = oids.filter((oid) => oid !== result.oid);
    // SNMPv1 rejects the whole request if it lacks one object.
    return others.length === oids.length || others.length === 0 ? result : get(...others);
  }

  return { get, set: (bindings) => request("set", bindings), localAddress: () => localAddress };
}

const errorTexts: Readonly<Record<number, string>> = {
  1: "the message is too long for it (tooBig)",
  2: "it has no such object (noSuchName)",
  3: "it doesn't accept this value (badValue)",
  4: "the object can't be written (readOnly)",
  5: "it failed (genErr)",
  6: "the community string doesn't allow it (noAccess)",
  7: "it expects another type (wrongType)",
  8: "it expects another length (wrongLength)",
  10: "it doesn't accept this value (wrongValue)",
  11: "it can't create the object (noCreation)",
  12: "it doesn't accept this value now (inconsistentValue)",
  13: "it has too little memory (resourceUnavailable)",
  14: "it failed to store the value (commitFailed)",
  16: "the community string doesn't allow it (authorizationError)",
  17: "the object can't be written (notWritable)",
};

/** The meaning of an error status. */
export const describeSnmpError = (status: number): string => errorTexts[status] ?? `SNMP error ${status}`;
