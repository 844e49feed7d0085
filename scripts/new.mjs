// Creates the files of a new entity, driver or module: `npm run new entity parking-area`.
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

await ensureInstalled();
process.exitCode = (await runVisibly(pinnedNode(), ["scripts/new/new.ts", ...process.argv.slice(2)])) ? 0 : 1;
