// Ingest compared with the least that a server of the same task does: node:http and pg with grouped commits, one lookup and
// one insert. `node bench/ingest-limit.ts` runs both on the same PostgreSQL with the same senders, in turn.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BenchGate, connectClient, settle, startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";
import { startPlainIngest } from "./plain-ingest.ts";

const minThroughputRatio = 0.5;
const maxLatencyRatio = 2;
const senders = 50;
const plates = 100_000;
const blocks = 12;
/** A server runs for weeks: without a warm-up, half a minute would be measured in which V8 still compiles. */
const warmUpBlocks = 20;
const blockMs = 1_500;
const singles = 100;

const server = await startBenchServer();
const plain = await startPlainIngest(server.connection);
try {
  const gates = await server.addGates(Array.from({ length: senders }, () => null));
  await server.addPlates(plates);
  const sides = {
    ours: startSenders(await server.listen(), gates),
    plain: startSenders(plain.address, gates),
  };
  const client = await connectClient(server.connection);
  await settle(client);
  await client.end();
  const rates = { ours: [] as number[], plain: [] as number[] };
  const times = { ours: [] as number[], plain: [] as number[] };
  // Alternating, so load from other processes affects both.
  for (let block = -warmUpBlocks; block < blocks; block += 1) {
    const side = block % 2 === 0 ? "ours" : "plain";
    const count = await sides[side]<number>({ ms: blockMs });
    const alone = await sides[side]<number[]>({ singles });
    if (block < 0) continue;
    rates[side].push((count * 1_000) / blockMs);
    times[side].push(...alone);
  }
  report(
    `${senders} senders, events/s`,
    median(rates.ours),
    median(rates.plain),
    (ratio) => ratio >= minThroughputRatio,
    minThroughputRatio,
  );
  report(
    "one event, ms",
    median(times.ours),
    median(times.plain),
    (ratio) => ratio <= maxLatencyRatio,
    maxLatencyRatio,
  );
} finally {
  await plain.close();
  await server.close();
}
process.exit();

function report(name: string, ours: number, base: number, isWithin: (ratio: number) => boolean, limit: number): void {
  const ratio = ours / base;
  const isMet = isWithin(ratio);
  if (!isMet) process.exitCode = 1;
  console.log(
    `${name}: ${ours.toFixed(2)} vs ${base.toFixed(2)}   ratio ${ratio.toFixed(2)} (limit ${limit}): ${formatVerdict(isMet)}`,
  );
}

function startSenders(address: string, gates: readonly BenchGate[]) {
  const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), { workerData: { address, gates, plates } });
  return async <Result>(task: object): Promise<Result> => {
    worker.postMessage(task);
    return (await once(worker, "message"))[0] as Result;
  };
}
