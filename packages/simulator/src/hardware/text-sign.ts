import { createServer, type Server } from "node:net";
import { startFaultableServer } from "../network/faultable-server.ts";
import type { SignPlan } from "../plan/hardware-plan.ts";
import { type HardwareFault, offlineFaults } from "./hardware-fault.ts";
import { logSignCommand, type SignCommand, type SimulatedSign } from "./sign.ts";
import { createInvalidRequest, type HardwareRequest, replyOnSocket } from "./socket-reply.ts";

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
export async function startTextSign(plan: SignPlan, requestedPort: number): Promise<SimulatedSign> {
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
