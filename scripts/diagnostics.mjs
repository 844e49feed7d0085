// Writes the diagnostics bundle to FILE.
import { ensureInstalled } from "./install.mjs";
import { pathArguments } from "./path-arguments.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

const paths = pathArguments("npm run diagnostics [FILE]");
await ensureInstalled();
const command = ["packages/server/src/house/diagnostics/diagnostics-command.ts", ...paths];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
