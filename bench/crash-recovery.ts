// Kills the real server at 200 random times under load: is an acknowledged event lost or duplicated, or a gate opened by
// a restart? `node bench/crash-recovery.ts [kills]` prints the counts, which must all be zero.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCrashes } from "../packages/server/test/intake/ingest/crash-run.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const kills = Number(process.argv[2] ?? 200);
const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
stopOnSignal(async () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const { acknowledged, pulses, ...errors } = await runCrashes(dataDir, kills);
  console.log(`${kills} kills, ${acknowledged} events acknowledged, ${pulses} pulses: ${JSON.stringify(errors)}`);
  process.exitCode = Object.values(errors).every((count) => count === 0) ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
