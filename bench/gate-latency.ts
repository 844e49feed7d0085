// Time from the ingest request to the command on the barrier's socket: compared with the bare statements and socket, and
// with rules compared with a site without rules. Both sites have a million identifiers.
// `node bench/gate-latency.ts` runs the real server with its own PostgreSQL, and prints each ratio with its limit.
import { runBarePassage } from "./bare-passage.ts";
import { type BarrierSite, openSite, pushPlate, startBoard } from "./barrier-site.ts";
import { connectClient, startTwinServers } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";
import { addPresence, addRules, ruleSite } from "./rule-site.ts";

const maxRatio = 2;
const maxRulesRatio = 1.5;
const rounds = 300;
const warmUp = 20;
const plates = 1_000_000;

const board = await startBoard();
const { port } = board;
const [plain, ruled] = await startTwinServers(plates);
try {
  const plainSite = await openSite(plain, board);
  const ruledSite = await openSite(ruled, board);
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
async function compare(plainSite: BarrierSite, ruledSite: BarrierSite, firstPlate: number) {
  ruled.parts.siteCache.drop();
  const times = { ours: [] as number[], bare: [] as number[], withRules: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const plate = `P${(firstPlate + round + warmUp) * 1_009}`;
    const ours = await board.measure(() => pushPlate(plainSite, plate));
    const bare = await board.measure(() => runBarePassage(plain.services.db, { ...plainSite.gate, port }, plate));
    const withRules = await board.measure(() => pushPlate(ruledSite, plate));
    if (round < 0) continue;
    times.ours.push(ours);
    times.bare.push(bare);
    times.withRules.push(withRules);
  }
  return { ours: median(times.ours), bare: median(times.bare), withRules: median(times.withRules) };
}

function report(name: string, ours: number, compared: number, limit: number): void {
  const ratio = ours / compared;
  const isMet = ratio <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${name}: ${ours.toFixed(2)} ms vs ${compared.toFixed(2)} ms   ratio ${ratio.toFixed(2)} (limit ${limit}): ${formatVerdict(isMet)}`,
  );
}
