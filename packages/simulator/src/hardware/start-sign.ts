import { createServer, type Server } from "node:net";
import { assertFound } from "@gatehouse/contract/assert-found";
import {
  encodeSnmpMessage,
  parseSnmpMessage,
  type SnmpBinding,
  type SnmpMessage,
  type SnmpValue,
} from "@gatehouse/drivers/signs/snmp-message";
import { startFaultableListener, startFaultableServer } from "../network/faultable-server.ts";
import { listenForDatagrams, type UdpReply } from "../network/udp-listener.ts";
import type { SignPlan, SimulatedSignDriver } from "../plan/hardware-plan.ts";
import { type HardwareFault, lateReplyMs, offlineFaults } from "./hardware-fault.ts";
import type { SimulatedSign } from "./sign.ts";
import { logSignCommand, type SignCommand } from "./sign.ts";
import { compareOids, createSnmpSignState, type SnmpSignState } from "./snmp-sign-state.ts";
import { createInvalidRequest, type HardwareRequest, replyOnSocket } from "./socket-reply.ts";

const noSuchName = 2;
const defaultCommunity = "public";

/**
 * Starts a sign with NTCIP 1203 over SNMP; port 0 picks a free port. Rejecting means that it is switched to local
 * control. Unplugged, its port is closed and its messages are lost.
 */
async function startSnmpSign(plan: SignPlan, requestedPort: number): Promise<SimulatedSign> {
  const commands: SignCommand[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let isLocal = false;
  const switchOn = () =>
    createSnmpSignState(plan, {
      isLocal: () => isLocal,
      onActivation: ({ rows, isExecuted }) => logSignCommand(commands, rows, isExecuted),
    });
  let state = switchOn();

  function sendLate(reply: UdpReply, datagram: Buffer): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      reply(datagram);
    }, lateReplyMs);
    timers.add(timer);
  }

  function receive(datagram: Buffer, reply: UdpReply, fault: HardwareFault): void {
    const request = parseSnmpMessage(datagram);
    // Agents don't reply to a wrong community string.
    if (!request || request.community !== (plan.community ?? defaultCommunity) || fault === "hangs") return;
    const response = respond(state, request);
    if (!response) return;
    if (fault === "late") return void sendLate(reply, response);
    reply(fault === "half-frame" ? response.subarray(0, Math.ceil(response.length / 2)) : response);
  }

  const server = await startFaultableListener<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    (port, fault) => listenForDatagrams(port, (datagram, reply) => receive(datagram, reply, fault())),
  );
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  const setFault = async (fault: HardwareFault) => {
    stopTimers();
    isLocal = fault === "refuses";
    // Without power the sign is dark and forgets everything; it starts again when the plug is back in.
    if ([fault, server.fault()].some((one) => offlineFaults.includes(one))) state = switchOn();
    await server.setFault(fault);
  };
  return {
    ...server,
    plan,
    shownRows: () => state.shownRows(),
    commands,
    setFault,
    reset: async () => {
      commands.length = 0;
      state = switchOn();
      await setFault("normal");
    },
    close: async () => {
      stopTimers();
      await server.close();
    },
  };
}

function respond(state: SnmpSignState, request: SnmpMessage): Buffer | undefined {
  const objects = state.listObjects();
  const response = (bindings: readonly SnmpBinding[], errorStatus = 0, errorIndex = 0) =>
    encodeSnmpMessage({ ...request, pdu: "response", errorStatus, errorIndex, bindings });
  if (request.pdu === "set") {
    for (const [index, { oid, value }] of request.bindings.entries()) {
      const error = state.write(oid, value);
      if (error !== 0) return response(request.bindings, error, index + 1);
    }
    return response(request.bindings);
  }
  if (request.pdu === "response") return undefined;
  const read = request.bindings.map(({ oid }) =>
    request.pdu === "get"
      ? objects.find((object) => object.oid === oid)
      : objects.find((object) => compareOids(object.oid, oid) > 0),
  );
  const missing = read.indexOf(undefined);
  if (missing >= 0 && request.version === "v1") return response(request.bindings, noSuchName, missing + 1);
  const none: SnmpValue = { type: request.pdu === "get" ? "missing" : "endOfView" };
  return response(
    read.map(
      (object, index) =>
        object ?? { oid: assertFound(request.bindings[index], "a reply without its question").oid, value: none },
    ),
  );
}

const maxMessageBytes = 16 * 1024;

/**
 * Parses the complete messages of a byte stream and returns the rest: one line per row, ended by an empty line. Returns
 * undefined if a message is too long.
 */
export function parseMessages(received: Buffer): { messages: string[][]; rest: Buffer } | undefined {
  const messages: string[][] = [];
  let rest = received;
  for (let end = findEnd(rest); end !== undefined; end = findEnd(rest)) {
    const text = rest.subarray(0, end.at).toString("utf8");
    messages.push(text.split(/\r?\n/));
    rest = rest.subarray(end.at + end.length);
  }
  return rest.length > maxMessageBytes ? undefined : { messages, rest };
}

function findEnd(bytes: Buffer): { at: number; length: number } | undefined {
  const found = ["\r\n\r\n", "\n\n"].map((mark) => ({ at: bytes.indexOf(mark), length: mark.length }));
  return found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0];
}

const okReply = Buffer.from("OK\r\n");
const toErrorReply = (reason: string) => Buffer.from(`ERR ${reason}\r\n`);

/** Starts a sign that takes text over TCP; port 0 picks a free port. */
async function startTextSign(plan: SignPlan, requestedPort: number): Promise<SimulatedSign> {
  const commands: SignCommand[] = [];
  let shownRows: readonly string[] = [];

  function receive(rows: readonly string[], isExecuted: boolean): void {
    logSignCommand(commands, rows, isExecuted);
    if (isExecuted) shownRows = rows;
  }

  function toHardwareRequest(rows: readonly string[]): HardwareRequest {
    const problem = findProblem(rows, plan);
    if (problem) return createInvalidRequest(() => toErrorReply(problem));
    return {
      execute: () => {
        receive(rows, true);
        return okReply;
      },
      reject: () => {
        receive(rows, false);
        return toErrorReply("sign fault");
      },
      ignore: () => receive(rows, false),
    };
  }

  const createSignServer = (fault: () => HardwareFault): Server =>
    createServer((socket) => {
      let rest: Buffer = Buffer.alloc(0);
      socket.on("error", () => {});
      socket.on("data", (chunk: Buffer) => {
        const parsed = parseMessages(Buffer.concat([rest, chunk]));
        if (!parsed) return void socket.destroy();
        rest = parsed.rest;
        for (const rows of parsed.messages) replyOnSocket(fault(), socket, toHardwareRequest(rows));
      });
    });

  const server = await startFaultableServer<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    createSignServer,
  );
  return {
    ...server,
    plan,
    setFault: async (fault) => {
      if (fault === "no-power") shownRows = [];
      await server.setFault(fault);
    },
    shownRows: () => shownRows,
    commands,
    reset: async () => {
      commands.length = 0;
      shownRows = [];
      await server.setFault("normal");
    },
  };
}

function findProblem(rows: readonly string[], { rows: rowCount, chars }: SignPlan): string | undefined {
  if (rows.length !== rowCount) return `the sign has ${rowCount} rows, not ${rows.length}`;
  if (rows.some((row) => [...row].length > chars)) return `a row has at most ${chars} characters`;
  return undefined;
}

const starters: Readonly<Record<SimulatedSignDriver, (plan: SignPlan, port: number) => Promise<SimulatedSign>>> = {
  "text-tcp": startTextSign,
  "ntcip-1203": startSnmpSign,
};

/** Starts a sign; port 0 picks a free port. */
export const startSign = (plan: SignPlan, port: number): Promise<SimulatedSign> => starters[plan.driver](plan, port);
