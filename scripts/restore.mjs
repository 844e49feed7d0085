// Restores the backup FILE into an empty data folder and database.
import { ensureInstalled } from "./install.mjs";
import { pathArguments } from "./path-arguments.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

const paths = pathArguments("npm run restore [-- --allow-unencrypted] FILE", ["--allow-unencrypted"]);
await ensureInstalled();
const command = ["packages/server/src/house/backup/restore-command.ts", ...paths];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
