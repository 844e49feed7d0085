// Freezes the database of the real server for 15 minutes at 50 events a second: is an event lost, duplicated, out of order
// or not decided when it arrived? `node bench/outage.ts [--minutes N]` prints the counts; the faults must be zero.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runOutage } from "../packages/server/test/intake/ingest/outage/outage-run.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "15" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
stopOnSignal(async () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const result = await runOutage(dataDir, { outageMs: minutes * 60_000, perSecond: 50, aroundMs: 5_000 });
  const { acknowledged, acknowledgedInOutage, slowestMs, unaccepted, ...errors } = result;
  console.log(
    `${minutes} min without a database: ${acknowledged} events acknowledged, ${acknowledgedInOutage} of them meanwhile, ` +
      `slowest response ${Math.round(slowestMs)} ms: ${JSON.stringify(errors)} ${unaccepted.join("; ")}`,
  );
  process.exitCode = Object.values(errors).every((count) => count === 0) ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
