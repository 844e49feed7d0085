// Writes a backup to FILE or FOLDER, also while the server runs.
import { resolve } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

await ensureInstalled();
// npm changes to the folder of the repository.
const paths = process.argv.slice(2).map((path) => resolve(process.env.INIT_CWD ?? "", path));
const command = ["packages/server/src/backup/backup-command.ts", ...paths];
process.exitCode = (await runVisibly(pinnedNode(), command)) ? 0 : 1;
