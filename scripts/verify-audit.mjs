// Verifies the seals of the audit trail, with the settings of the server.
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { runVisibly } from "./run.mjs";

await ensureInstalled();
process.exitCode = (await runVisibly(pinnedNode(), ["packages/server/src/house/audit/verify-audit-command.ts"]))
  ? 0
  : 1;
