import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { serve } from "./run.mjs";

await ensureInstalled();
if (!(await ensureConsoleBuilt())) process.exit(1);
serve([[pinnedNode(), "packages/server/src/main.ts"]]);
