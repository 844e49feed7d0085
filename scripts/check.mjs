import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { runQuietly } from "./run.mjs";

// The type check spends a third of its time on garbage collection with Go's defaults; memory stays limited.
const goSettings = { GOGC: "400", GOMEMLIMIT: "3GiB" };

/** Runs every check, prints a line for each and the output of failed ones; returns how many passed and which failed. */
export async function runChecks() {
  const count = { passed: 0, failed: 0, failures: [] };
  const waiting = checks();
  // Two at a time, because most checks use one core.
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const isPassed = await runCheck(next);
      count[isPassed ? "passed" : "failed"] += 1;
      if (!isPassed) count.failures.push(`npm run check: ${next[0]}`);
    }
  };
  await Promise.all([runNext(), runNext()]);
  return count;
}

async function runCheck([name, args]) {
  const started = performance.now();
  const { ok, output } = await runQuietly(pinnedNode(), args, goSettings);
  console.log(`${ok ? "✓" : "✗"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
  return ok;
}

function checks() {
  const colors = `--colors=${process.stdout.isTTY ? "force" : "off"}`;
  return [
    // Every further checker infers the types of the contract again; the other core runs the other checks.
    ["types", ["node_modules/typescript/bin/tsc", "-b", "--checkers", "1"]],
    ["format and lint", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", colors, "."]],
    ["dead code", ["node_modules/knip/bin/knip.js"]],
    ...ownChecks().map((file) => [file.replace(/\.ts$/, "").replaceAll("-", " "), [`scripts/checks/${file}`]]),
  ];
}

/** Every program in scripts/checks is a check. */
function ownChecks() {
  const folder = join(repository, "scripts", "checks");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
