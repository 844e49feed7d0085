// The snapshot of a million identifiers: its memory, how fast changes reach it, and whether gates decide with them
// while the database is frozen.
// `node bench/snapshot.ts [rows]` runs the real server as a process of its own, and prints each result with its limit.
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf, postgresPid } from "../packages/server/test/start/processes.ts";
import { type LoadBoard, openPushes } from "./gate-load.ts";
import { startGateSite, waitForSnapshot } from "./gate-site.ts";
import { formatVerdict, percentile } from "./measurement.ts";
import { readMemoryMb } from "./process-usage.ts";

const maxMemoryMb = 250;
const maxChangeMs = 1_000;
const rows = Number(process.argv[2] ?? 1_000_000);
const groups = 200;
const changes = 50;
const settleMs = 30_000;
const noCommandMs = 3_000;

const site = await startGateSite(1, 1);
const { server, db } = site;
const pid = server.pid ?? 0;
let peakMb = 0;
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, readMemoryMb(pid));
}, 50);
try {
  const emptyMb = await settledMemory();
  const loadedMs = await measure(seed);
  const fullMb = await settledMemory();
  console.log(
    `${rows.toLocaleString("en")} identifiers added and in the snapshot after ${(loadedMs / 1_000).toFixed(0)} s`,
  );
  reportMemory("snapshot", fullMb, emptyMb);
  peakMb = 0;
  // More rows than a notification names: everything is loaded again.
  await db.query(`update identifiers set "vehicleType" = 'BUS' where id % 1000 = 0`);
  const reloadMs = await measure(() => waitForSnapshot(server.url, rows + 1));
  const reloadPeakMb = peakMb;
  reportMemory("snapshot after it was loaded again", await settledMemory(), emptyMb);
  console.log(
    `loaded again after a change of 1,000 rows in ${(reloadMs / 1_000).toFixed(1)} s, at most ${(reloadPeakMb - emptyMb).toFixed(0)} MB above the empty server meanwhile`,
  );
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await db.query(`insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
      values ('ADMIN', 'LICENSE_PLATE', 'NEW${change}', 'NEW${change}', 'CAR')`);
    times.push(await measure(() => waitForSnapshot(server.url, rows + 2 + change)));
  }
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  report(
    `one change is in the snapshot after ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (limit ${maxChangeMs})`,
    p99 <= maxChangeMs,
  );
  await db.query(`delete from identifiers where iid = 'NEW1'`);
  await waitForSnapshot(server.url, rows + changes);
  await decideFrozen();
} finally {
  clearInterval(watch);
  await site.close();
}
process.exit();

/** A million plates and tags with owner, validity and two groups each. */
async function seed(): Promise<void> {
  await db.query("drop index identifiers_search");
  await db.query(`insert into access_groups (name) select 'Group ' || g from generate_series(1, ${groups}) g`);
  await db.query(`
    insert into identifiers (origin, type, iid, "iidNormalized", lp, "externalId", "vehicleType", "ownerName", "validFrom", "validTo")
    select 'ADMIN', case when g % 5 = 0 then 'RFID' else 'LICENSE_PLATE' end, 'MH 12 AB ' || g, 'MH12AB' || g,
      case when g % 5 = 0 then 'MH 14 CD ' || g end, 'external-' || g, 'CAR', 'A name of usual length',
      '2026-01-01', '2036-01-01'
    from generate_series(1, ${rows}) g`);
  // Without triggers, which would record a million rows.
  await db.query("set session_replication_role = replica");
  await db.query(
    `insert into identifier_groups select id, 1 + (id + n * 7) % ${groups} from identifiers, generate_series(0, 1) n`,
  );
  await db.query("reset session_replication_role");
  await db.query("vacuum analyze identifiers, identifier_groups");
  await db.query(`select pg_notify('gatehouse_identifiers', 'all')`);
  await waitForSnapshot(server.url, rows + 1);
}

/** Freezes the database: an added plate opens the barrier, a deleted one does not. */
async function decideFrozen(): Promise<void> {
  const { push, close } = await openPushes(server.url, site.senders);
  const [board] = site.boards as [LoadBoard];
  const postmaster = postgresPid(site.dataDir);
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const frozenPid of frozen) process.kill(frozenPid, "SIGSTOP");
  try {
    const added = board.nextCommand(noCommandMs * 3);
    const addedStatus = await push(0, "NEW0");
    const isOpened = (await added) !== undefined;
    const deleted = board.nextCommand(noCommandMs);
    const deletedStatus = await push(0, "NEW1");
    const isClosed = (await deleted) === undefined;
    const isMet = addedStatus === 200 && deletedStatus === 200 && isOpened && isClosed;
    report("without the database, an added plate is admitted and a deleted one is not", isMet);
    if (!isMet) console.log({ addedStatus, isOpened, deletedStatus, isClosed });
  } finally {
    for (const frozenPid of frozen) process.kill(frozenPid, "SIGCONT");
    close();
  }
  await waitForSnapshot(server.url, rows + changes);
}

/** The lowest memory within half a minute. */
async function settledMemory(): Promise<number> {
  let lowestMb = Number.POSITIVE_INFINITY;
  for (const until = performance.now() + settleMs; performance.now() < until; await sleep(500))
    lowestMb = Math.min(lowestMb, readMemoryMb(pid));
  return lowestMb;
}

async function measure(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function reportMemory(name: string, mb: number, emptyMb: number): void {
  const increaseMb = mb - emptyMb;
  report(
    `${name}: ${increaseMb.toFixed(0)} MB above ${emptyMb.toFixed(0)} MB of the empty server (limit ${maxMemoryMb})`,
    increaseMb <= maxMemoryMb,
  );
}

function report(text: string, isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${text}: ${formatVerdict(isMet)}`);
}
