// Time from the ingest request to the command on the barrier's socket: compared with the bare statements and socket, and
// with rules compared with a site without rules. Both sites have a million identifiers.
// `node bench/gate-latency.ts` runs the real server with its own PostgreSQL, and prints each ratio with its limit.
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
import { type BenchGate, type BenchServer, connectClient, startTwinServers } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";
import { addPresence, addRules, ruleSite } from "./rule-site.ts";

const maxRatio = 2;
const maxRulesRatio = 1.5;
const rounds = 300;
const warmUp = 20;
const plates = 1_000_000;

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

const [plain, ruled] = await startTwinServers(plates);
try {
  const plainSite = await openSite(plain);
  const ruledSite = await openSite(ruled);
  const client = await connectClient(ruled.connection);
  await addRules(client);
  const { ours, bare, withRules } = await compare(plainSite, ruledSite, 0);
  report("request to socket", ours, bare, maxRatio);
  report(`with ${ruleSite.rules} rules`, withRules, ours, maxRulesRatio);
  await addPresence(client);
  await client.end();
  const present = await compare(plainSite, ruledSite, warmUp + rounds);
  report("with areas and presence", present.withRules, present.ours, maxRulesRatio);
  await plainSite.leading.stop();
  await ruledSite.leading.stop();
} finally {
  await ruled.close();
  await plain.close();
  board.close();
}

/** The median times of both sites and of the bare statements, measured in turn with the same plates. */
async function compare(plainSite: BenchSite, ruledSite: BenchSite, firstPlate: number) {
  ruled.parts.siteCache.drop();
  const times = { ours: [] as number[], bare: [] as number[], withRules: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const plate = `P${(firstPlate + round + warmUp) * 1_009}`;
    const ours = await measure(() => push(plainSite, plate));
    const bare = await measure(() => runBare(plainSite.gate, plate));
    const withRules = await measure(() => push(ruledSite, plate));
    if (round < 0) continue;
    times.ours.push(ours);
    times.bare.push(bare);
    times.withRules.push(withRules);
  }
  return { ours: median(times.ours), bare: median(times.bare), withRules: median(times.withRules) };
}

interface BenchSite {
  readonly address: string;
  readonly gate: BenchGate;
  readonly leading: { stop(): Promise<void> };
}

/** Adds the gate and waits until the server sends commands. */
async function openSite(server: BenchServer): Promise<BenchSite> {
  const [gate] = (await server.addGates([port])) as [BenchGate];
  const address = await server.listen();
  const leading = server.parts.commandSender.start();
  while (!server.parts.commandSender.isLeading()) await new Promise((resolve) => setTimeout(resolve, 10));
  return { address, gate, leading };
}

function report(name: string, ours: number, compared: number, limit: number): void {
  const ratio = ours / compared;
  const isMet = ratio <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${name}: ${ours.toFixed(2)} ms vs ${compared.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (limit ${limit}): ${formatVerdict(isMet)}`,
  );
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

async function push({ address, gate }: BenchSite, plate: string): Promise<void> {
  const response = await fetch(`${address}/api/ingest/${gate.deviceId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": gate.secret },
    body: JSON.stringify({ type: "plate", id: randomUUID(), plate }),
  });
  await response.arrayBuffer();
}

/** The same statements in one transaction, then the frame on a new connection to the board. */
async function runBare({ deviceId, gateId }: BenchGate, plate: string): Promise<void> {
  const at = new Date();
  const times = { occurredAt: at, receivedAt: at };
  const module = "ANPR_ACCESS_CONTROL";
  await inPipelinedTransaction(plain.services.db, async ({ run }) => {
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
    await run(upsertReleases, [["bare"], [1], [1], [1], ["x"], [false], [at]]);
    await run(announceCommands, []);
    await run(announceEvents, [String(id)]);
  });
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.write(Buffer.from([0, 1, 0, 0, 0, 6, 1, 5, 0, 0, 0xff, 0]));
  await once(socket, "data");
  socket.destroy();
}
