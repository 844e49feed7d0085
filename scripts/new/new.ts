import { spawnSync } from "node:child_process";
import { repositoryRoot } from "../source/files.ts";
import { planEntity } from "./entity.ts";
import { planModule } from "./module.ts";
import { type Name, parseName } from "./name.ts";
import { applyPlan, type Plan, ScaffoldError } from "./plan.ts";
import { planPlateFeed } from "./plate-feed.ts";
import { planRelayDriver } from "./relay-driver.ts";
import { planReport } from "./report.ts";
import { planSignDriver } from "./sign-driver.ts";
import { planVendor } from "./vendor.ts";

const planners: Record<string, (name: Name) => Plan> = {
  entity: (name) => planEntity(repositoryRoot, name),
  vendor: planVendor,
  report: planReport,
  module: planModule,
  "relay-driver": planRelayDriver,
  "sign-driver": planSignDriver,
  "plate-feed": planPlateFeed,
};

const usage = `Usage: npm run new ${Object.keys(planners).join("|")} NAME
Example: npm run new entity parking-area`;

function scaffold([kind = "", text = "", ...rest]: string[]): void {
  const planner = Object.hasOwn(planners, kind) ? planners[kind] : undefined;
  if (planner === undefined || text === "" || rest.length > 0) throw new ScaffoldError(usage);
  const plan = planner(parseName(text));
  const written = applyPlan(repositoryRoot, plan);
  run("Biome couldn't format the new files", [
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--write",
    "--log-level=error",
    ...written.filter((path) => /\.tsx?$/.test(path)),
  ]);
  if (plan.changesGeneratedFiles) run("Run `npm run generate` again; it failed", ["scripts/generate.mjs"]);
  for (const path of written) console.log(`  ${path}`);
  console.log(`\nNext:\n${plan.next.join("\n")}\nRun \`npm run check\` when you're done.`);
}

function run(failure: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" });
  if (status !== 0) console.error(`${failure}:\n${stdout}${stderr}`);
}

try {
  scaffold(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ScaffoldError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
