// Verifies an evidence package: FILE, and optionally a file with the public key.
import { ensureInstalled } from "./install.mjs";
import { pathArguments } from "./path-arguments.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

const files = pathArguments("npm run verify-evidence FILE");
await ensureInstalled();
const command = ["packages/server/src/record/evidence/verify-evidence-command.ts", ...files];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
