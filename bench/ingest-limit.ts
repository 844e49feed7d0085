// Ingest compared with the least that a server of the same task does: node:http and pg with grouped commits, one lookup and
// one insert. `node bench/ingest-limit.ts` runs both on the same PostgreSQL with the same senders, in turn, and prints the ratios
// without a limit. To show what a faster server could reach with our tables, it also runs our statements on node:http, without
// decisions. It does so with all of them, and with only one lookup and the insert of events.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BareStatements, loadLastEvent, storeBareBatch } from "./bare-ingest.ts";
import { type BenchGate, connectClient, settle, startBenchServer } from "./bench-server.ts";
import { startGroupServer } from "./group-server.ts";
import { median } from "./measurement.ts";
import { startPlainIngest } from "./plain-ingest.ts";

const senders = 50;
const plates = 100_000;
const rounds = 6;
/** A server runs for weeks: without a warm-up, half a minute would be measured in which V8 still compiles. */
const warmUpRounds = 10;
const blockMs = 1_500;
const singles = 100;

const server = await startBenchServer();
const plain = await startPlainIngest(server.connection);
try {
  const gates = await server.addGates(Array.from({ length: senders }, () => null));
  await server.addPlates(plates);
  const address = await server.listen();
  const ours = startSenders(address, gates);
  await ours<number[]>({ singles: 1 });
  const stored = await loadLastEvent(server.services.db);
  const bare = await startBareIngest("all", stored, gates);
  const least = await startBareIngest("lookup and events", stored, gates);
  const sides = {
    ours,
    bare: startSenders(bare.address, gates),
    least: startSenders(least.address, gates),
    plain: startSenders(plain.address, gates),
  };
  const client = await connectClient(server.connection);
  await settle(client);
  await client.end();
  const names = ["ours", "bare", "least", "plain"] as const;
  const rates = { ours: [] as number[], bare: [] as number[], least: [] as number[], plain: [] as number[] };
  const times = structuredClone(rates);
  // In turn, so load from other processes affects all.
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const name of names) {
      const count = await sides[name]<number>({ ms: blockMs });
      const alone = await sides[name]<number[]>({ singles });
      if (round < 0) continue;
      rates[name].push((count * 1_000) / blockMs);
      times[name].push(...alone);
    }
  }
  const [rate, time] = [median(rates.plain), median(times.plain)];
  console.log(`plain server: ${rate.toFixed(0)} events/s with ${senders} senders, ${time.toFixed(2)} ms for one`);
  const show = (name: string, side: (typeof names)[number]) => {
    const ratios = { rate: median(rates[side]) / rate, time: median(times[side]) / time };
    console.log(`${name}: ${ratios.rate.toFixed(2)} of its rate, ${ratios.time.toFixed(2)} times its time`);
  };
  show("one lookup and our event rows on node:http", "least");
  show("all our statements on node:http", "bare");
  show("ours", "ours");
} finally {
  await plain.close();
  await server.close();
}
process.exit();

function startBareIngest(statements: BareStatements, stored: object, gates: readonly BenchGate[]) {
  const gateOf = new Map(gates.map(({ deviceId, gateId }) => [deviceId, gateId]));
  return startGroupServer((group) => {
    const batch = group.map((push) => ({ ...push, gateId: gateOf.get(push.deviceId) ?? 0 }));
    return storeBareBatch(server.services.db, stored, batch, statements);
  }, 2);
}

function startSenders(address: string, gates: readonly BenchGate[]) {
  const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), { workerData: { address, gates, plates } });
  return async <Result>(task: object): Promise<Result> => {
    worker.postMessage(task);
    return (await once(worker, "message"))[0] as Result;
  };
}
