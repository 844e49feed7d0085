import { spawnSync } from "node:child_process";
import { repositoryRoot } from "../source/files.ts";
import { newEntity } from "./entity.ts";
import { newModule } from "./module.ts";
import { type Name, readName } from "./name.ts";
import { carryOut, type Plan, ScaffoldFault } from "./plan.ts";
import { newReport } from "./report.ts";
import { newVendor } from "./vendor.ts";

const plans: Record<string, (name: Name) => Plan> = {
  entity: (name) => newEntity(repositoryRoot, name),
  vendor: newVendor,
  report: newReport,
  module: newModule,
};

const usage = `npm run new ${Object.keys(plans).join("|")} NAME, for example: npm run new entity parking-area`;

function scaffold([kind = "", text = "", ...rest]: string[]): void {
  const makePlan = Object.hasOwn(plans, kind) ? plans[kind] : undefined;
  if (makePlan === undefined || text === "" || rest.length > 0) throw new ScaffoldFault(usage);
  const plan = makePlan(readName(text));
  const written = carryOut(repositoryRoot, plan);
  run("Biome could not format what was written", [
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--write",
    "--log-level=error",
    ...written.filter((path) => /\.tsx?$/.test(path)),
  ]);
  // The database's types and the API document follow from what was written; a vendor is in neither.
  if (kind !== "vendor") run("Nothing was generated: run `npm run generate`", ["scripts/generate.mjs"]);
  for (const path of written) console.log(`  ${path}`);
  console.log(`\n${plan.next.join("\n")}\n\`npm run check\` says whether everything fits.`);
}

function run(failure: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: "utf8" });
  if (status !== 0) console.error(`${failure}.\n${stdout}${stderr}`);
}

try {
  scaffold(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ScaffoldFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
