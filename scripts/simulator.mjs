// Starts the simulated site without Gatehouse.
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { serve } from "./run.mjs";

await ensureInstalled();
serve([[pinnedNode(), "packages/simulator/src/main.ts"]]);
