// Time from the ingest request to the command on the barrier's socket, compared with the bare statements and socket.
// `node bench/gate-latency.ts` runs the real server with its own PostgreSQL, and prints the ratio with its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { inPipelinedTransaction } from "../packages/server/src/ingest/pipelined-transaction.ts";
import {
  announceCommands,
  announceEvents,
  findIdentifiers,
  findPassages,
  findReservationIds,
  insertCommands,
  insertEventKeys,
  insertEvents,
  lockGates,
  upsertPassages,
  upsertReleases,
} from "../packages/server/src/ingest/statements.ts";
import { type BenchGate, startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const maxRatio = 2;
const rounds = 300;
const plates = 20_000;

let onCommand = (_at: number) => {};
const board = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (frame) => {
    if (frame[10] === 0xff) onCommand(performance.now());
    socket.write(frame);
  });
});
board.listen(0, "127.0.0.1");
await once(board, "listening");
const { port } = board.address() as { port: number };

const server = await startBenchServer();
const leading = server.parts.commandSender.start();
try {
  await server.addPlates(plates);
  const [gate] = (await server.addGates([port])) as [BenchGate];
  const address = await server.listen();
  while (!server.parts.commandSender.isLeading()) await new Promise((resolve) => setTimeout(resolve, 10));
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = -20; round < rounds; round += 1) {
    const plate = `P${round + 100}`;
    const ours = await measure(() => push(address, gate, plate));
    const bare = await measure(() => runBare(gate, plate));
    if (round < 0) continue;
    times.ours.push(ours);
    times.bare.push(bare);
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  const ratio = ours / bare;
  console.log(
    `request to socket: ${ours.toFixed(2)} ms vs ${bare.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(ratio <= maxRatio)}`,
  );
  process.exitCode = ratio <= maxRatio ? 0 : 1;
} finally {
  await leading.stop();
  await server.close();
  board.close();
}

/** Measures the time until the board receives the command to close its relay, in ms. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const arrived = new Promise<number>((resolve) => {
    onCommand = resolve;
  });
  const [at] = await Promise.all([arrived, work()]);
  return at - began;
}

async function push(address: string, { deviceId, secret }: BenchGate, plate: string): Promise<void> {
  const response = await fetch(`${address}/api/ingest/${deviceId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
    body: JSON.stringify({ type: "plate", id: randomUUID(), plate }),
  });
  await response.arrayBuffer();
}

/** The same statements in one transaction, then the frame on a new connection to the board. */
async function runBare({ deviceId, gateId }: BenchGate, plate: string): Promise<void> {
  const at = new Date();
  const times = { occurredAt: at, receivedAt: at };
  const module = "ANPR_ACCESS_CONTROL";
  await inPipelinedTransaction(server.services.db, async ({ run }) => {
    const sent = { position: 0, sender: `bare ${deviceId}`, eventId: randomUUID(), content: "", reportedAt: at };
    const keys = [{ ...sent, keyCamera: "", camera: "", isSavedCamera: true }];
    const [key] = await run<{ id: number }>(insertEventKeys, [JSON.stringify(keys), at]);
    const id = key?.id;
    await run(lockGates, [[gateId]]);
    await run(findIdentifiers, [[plate]]);
    await run(findReservationIds, [[plate], []]);
    await run(findPassages, [[gateId], [plate]]);
    const event = { id, module, status: "PROCESSED", timing: "live", ...times, sourceName: "C", sourceUid: "" };
    await run(insertEvents, [JSON.stringify([{ ...event, gateId, isGranted: true, reason: "x", listing: "gate" }])]);
    const passage = { gateId, vehicle: `bare ${plate}`, eventId: id, occurredAt: at, at, module };
    await run(upsertPassages, [JSON.stringify([{ ...passage, isGranted: true, isCounted: false }])]);
    const command = { eventId: id, gateId, kind: "open", targetKind: "boomBarrier", targetId: 1, targetName: "B" };
    await run(insertCommands, [JSON.stringify([{ ...command, payload: {}, state: "accepted", at, expiresAt: at }])]);
    await run(upsertReleases, [["bare"], [1], [1], ["x"], [at]]);
    await run(announceCommands, []);
    await run(announceEvents, [String(id)]);
  });
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.write(Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 0, 0xff, 0]));
  await once(socket, "data");
  socket.destroy();
}
