// Verifies an evidence package: FILE, and optionally a file with the public key.
import { resolve } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

await ensureInstalled();
// npm changes to the folder of the repository.
const files = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? "", file));
const command = ["packages/server/src/evidence/verify-evidence-command.ts", ...files];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
