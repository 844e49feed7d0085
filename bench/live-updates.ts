// CPU use of the server while 300 browsers receive 50 events per second. `node bench/live-updates.ts` runs the real server
// with its own PostgreSQL and the browsers as a child process. It prints the share of a core with its limit, and for
// comparison the share without browsers and that of a bare stream.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFirstAdmin } from "../packages/server/src/people/auth/first-admin.ts";
import { startBenchServer } from "./bench-server.ts";
import { formatVerdict } from "./measurement.ts";
import { password, signIn } from "./sign-in.ts";

const maxCoreShare = 0.5;
const browsers = 300;
const eventsPerSecond = 50;
const measuredMs = 15_000;
const framesPerSecond = 20;

const server = await startBenchServer();
try {
  await server.addPlates(1_000);
  const gates = await server.addGates(Array.from({ length: 10 }, () => null));
  await createFirstAdmin(server.services.db, password, { isPermanent: true });
  const address = await server.listen();
  const token = await signIn(address);
  const withoutBrowsers = await measureCoreShare({ address, gates, token, browsers: 0, eventsPerSecond });
  const withBrowsers = await measureCoreShare({ address, gates, token, browsers, eventsPerSecond });
  const bare = await measureBareStream(withBrowsers.bytesPerSecond);
  const { share } = withBrowsers;
  console.log(
    `${browsers} browsers at ${withBrowsers.events} events/s: ${formatPercent(share)} of a core (limit ${formatPercent(maxCoreShare)}): ${formatVerdict(share <= maxCoreShare)}`,
  );
  console.log(
    `without browsers: ${formatPercent(withoutBrowsers.share)}; bare stream of the same size: ${formatPercent(bare)}`,
  );
  const isComplete = withBrowsers.missed === 0;
  console.log(isComplete ? "every browser received every event" : `${withBrowsers.missed} events were not received`);
  process.exitCode = share <= maxCoreShare && isComplete ? 0 : 1;
} finally {
  await server.close();
}

interface ClientOptions {
  address: string;
  gates: unknown;
  token: string;
  browsers: number;
  eventsPerSecond: number;
}

/** Runs the clients and measures how much of a core this process uses meanwhile. */
async function measureCoreShare(options: ClientOptions) {
  const child = fork(join(import.meta.dirname, "live-clients.ts"), { serialization: "advanced" });
  child.send(options);
  await once(child, "message"); // every stream is open
  await sleep(1_000);
  const before = process.cpuUsage();
  const began = performance.now();
  await sleep(measuredMs);
  const used = process.cpuUsage(before);
  const elapsedMs = performance.now() - began;
  child.send("stop");
  const [result] = (await once(child, "message")) as [{ events: number; missed: number; bytesPerSecond: number }];
  await once(child, "exit");
  return { share: (used.user + used.system) / 1_000 / elapsedMs, ...result };
}

/** The lower bound: frames of the same size to the same number of connections, and nothing else. */
async function measureBareStream(bytesPerSecond: number): Promise<number> {
  const responses = new Set<{ write(text: string): unknown }>();
  const bare = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: alive\ndata: {}\n\n");
    responses.add(response);
  }).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { port } = bare.address() as { port: number };
  const size = Math.round(bytesPerSecond / browsers / framesPerSecond);
  const frame = `event: events\ndata: ${"x".repeat(Math.max(1, size - 22))}\n\n`;
  const writing = setInterval(() => {
    for (const response of responses) response.write(frame);
  }, 1_000 / framesPerSecond);
  const options = { address: `http://127.0.0.1:${port}`, gates: [], token: "", browsers, eventsPerSecond: 0 };
  const { share } = await measureCoreShare(options);
  clearInterval(writing);
  bare.closeAllConnections();
  bare.close();
  return share;
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
