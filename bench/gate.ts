// From the ingest call to the command on the barrier's socket: what does it cost beside the bare sum of its parts?
// `node bench/gate.ts` runs PostgreSQL on a folder of its own, and prints the ratio beside its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { inBatch } from "../packages/server/src/live/ingest/batch-connection.ts";
import {
  findIdentifiers,
  findPassages,
  findReservations,
  lockGates,
  storeCommands,
  storeEvents,
  storePassages,
  storeReleases,
  takeKeys,
  tellCommands,
  tellEvents,
} from "../packages/server/src/live/ingest/batch-statements.ts";
import { type BenchGate, openBenchServer } from "./bench-server.ts";

const limit = 2;
const turns = 300;
const plates = 20_000;

let heard = (_at: number) => {};
const board = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (frame) => {
    if (frame[10] === 0xff) heard(performance.now());
    socket.write(frame);
  });
});
board.listen(0, "127.0.0.1");
await once(board, "listening");
const { port } = board.address() as { port: number };

const server = await openBenchServer();
const leading = server.parts.field.lead();
try {
  await server.addPlates(plates);
  const [gate] = (await server.addGates([port])) as [BenchGate];
  const address = await server.listen();
  while (!server.parts.field.isLeading()) await new Promise((resolve) => setTimeout(resolve, 10));
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let turn = -20; turn < turns; turn += 1) {
    const plate = `P${turn + 100}`;
    const ours = await measured(() => push(address, gate, plate));
    const bare = await measured(() => bareSum(gate, plate));
    if (turn < 0) continue;
    times.ours.push(ours);
    times.bare.push(bare);
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  const ratio = ours / bare;
  console.log(
    `call to socket: ${ours.toFixed(2)} ms beside ${bare.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (limit ${limit}): ${ratio <= limit ? "kept" : "NOT KEPT"}`,
  );
  process.exitCode = ratio <= limit ? 0 : 1;
} finally {
  await leading.stop();
  await server.close();
  board.close();
}

/** Until the board hears that its relay is to close. */
async function measured(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const arrived = new Promise<number>((resolve) => {
    heard = resolve;
  });
  const [at] = await Promise.all([arrived, work()]);
  return at - began;
}

async function push(address: string, { deviceId, secret }: BenchGate, plate: string): Promise<void> {
  const answer = await fetch(`${address}/api/ingest/${deviceId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
    body: JSON.stringify({ type: "plate", id: randomUUID(), plate }),
  });
  await answer.arrayBuffer();
}

/** The same statements in one transaction, a connection to the board, and the frame. */
async function bareSum({ deviceId, gateId }: BenchGate, plate: string): Promise<void> {
  const at = new Date();
  const times = { occurredAt: at, receivedAt: at };
  const module = "ANPR_ACCESS_CONTROL";
  await inBatch(server.services.db, async ({ run }) => {
    const [key] = await run<{ id: number }>(takeKeys, [[`bare ${deviceId}`], [randomUUID()], at]);
    const id = key?.id;
    await run(lockGates, [[gateId]]);
    await run(findIdentifiers, [[plate]]);
    await run(findReservations, [[plate], []]);
    await run(findPassages, [[gateId], [plate]]);
    const event = { id, module, status: "PROCESSED", timing: "live", ...times, sourceName: "C", sourceUid: "" };
    await run(storeEvents, [JSON.stringify([{ ...event, gateId, isGranted: true, reason: "x", shelf: "gate" }])]);
    const passage = { gateId, vehicle: `bare ${plate}`, eventId: id, occurredAt: at, at, module };
    await run(storePassages, [JSON.stringify([{ ...passage, isGranted: true, isCounted: false }])]);
    const command = { eventId: id, gateId, kind: "open", targetKind: "boomBarrier", targetId: 1, targetName: "B" };
    await run(storeCommands, [JSON.stringify([{ ...command, payload: {}, state: "accepted", at, expiresAt: at }])]);
    await run(storeReleases, [["bare"], [1], [1], ["x"], [at]]);
    await run(tellCommands, []);
    await run(tellEvents, [String(id)]);
  });
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.write(Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 0, 0xff, 0]));
  await once(socket, "data");
  socket.destroy();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
