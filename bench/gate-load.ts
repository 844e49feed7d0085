import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "../packages/server/test/gate/site/barrier-gates.ts";
import { openPushConnection, type PushConnection } from "./push-connection.ts";

/** A relay board that speaks Modbus TCP. */
export interface LoadBoard {
  readonly port: number;
  /** While true, it accepts connections and requests without replying. */
  isSilent: boolean;
  /** Resolves with the time of the next command to close its relay; undefined after the time limit. */
  nextCommand(timeoutMs: number): Promise<number | undefined>;
  close(): void;
}

const frameBytes = 12;

const writeCoil = 5;

/** All coils or inputs of a read request, as off. */
function replyToRead(request: Buffer): Buffer {
  const values = Buffer.alloc(Math.ceil(request.readUInt16BE(10) / 8));
  const head = Buffer.from(request.subarray(0, 8));
  head.writeUInt16BE(3 + values.length, 4);
  return Buffer.concat([head, Buffer.from([values.length]), values]);
}

/** Starts a board that echoes each command, as Modbus requires. */
export async function startLoadBoard(): Promise<LoadBoard> {
  let onCommand = (_at: number) => {};
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes: Buffer) => {
      if (board.isSilent) return;
      for (let at = 0; at < bytes.length; at += frameBytes) {
        const request = bytes.subarray(at, at + frameBytes);
        if (request[7] === writeCoil && request[10] === 0xff) onCommand(performance.now());
        socket.write(request[7] === writeCoil ? request : replyToRead(request));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const board: LoadBoard = {
    port: (server.address() as { port: number }).port,
    isSilent: false,
    nextCommand: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs, undefined);
        onCommand = (at) => {
          clearTimeout(timer);
          resolve(at);
        };
      }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return board;
}

/** Pushes one plate, or does what it is compared with; resolves with the status of the response. */
export type Push = (gate: number, plate: string) => Promise<number>;

export interface LoadResult {
  /** Of each gate: the times until its board received the command, in ms. */
  readonly times: number[][];
  /** Responses other than 200. */
  readonly failed: number;
  /** Commands that did not reach a board that replies. */
  readonly missing: number;
  readonly perSecond: number;
}

const maxWaitMs = 5_000;

/** Sends cars to the gates at a constant rate in total, and measures when each barrier is opened. */
export async function runLoad(
  boards: readonly LoadBoard[],
  push: Push,
  { perSecond, ms, nextPlate }: { perSecond: number; ms: number; nextPlate: () => string },
): Promise<LoadResult> {
  const began = performance.now();
  const intervalMs = (boards.length * 1_000) / perSecond;
  let [failed, missing, sent] = [0, 0, 0];
  const times = boards.map(async (board, gate) => {
    const measured: number[] = [];
    for (let due = began + (gate * 1_000) / perSecond; due < began + ms; due += intervalMs) {
      const waitMs = due - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      // A car that had to wait for the one before it counts from its arrival, not from when it was sent.
      const start = waitMs > 0 ? performance.now() : due;
      const opened = board.isSilent ? undefined : board.nextCommand(maxWaitMs);
      const status = await push(gate, nextPlate());
      sent += 1;
      if (status !== 200) failed += 1;
      if (!opened) continue;
      const at = await opened;
      if (at === undefined) missing += 1;
      else measured.push(at - start);
    }
    return measured;
  });
  const all = await Promise.all(times);
  return { times: all, failed, missing, perSecond: (sent * 1_000) / (performance.now() - began) };
}

/** The connections of all devices as a push. */
export async function openPushes(address: string, senders: readonly Sender[]): Promise<{ push: Push; close(): void }> {
  const connections = await Promise.all(senders.map((sender) => openPushConnection(address, sender)));
  return {
    push: (gate, plate) => (connections[gate] as PushConnection).push(plate),
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}
