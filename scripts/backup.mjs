// Writes a backup to FILE or FOLDER, also while the server runs.
import { ensureInstalled } from "./install.mjs";
import { pathArguments } from "./path-arguments.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

const paths = pathArguments("npm run backup [FILE or FOLDER]");
await ensureInstalled();
const command = ["packages/server/src/house/backup/backup-command.ts", ...paths];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
