import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { serve } from "./run.mjs";

await ensureInstalled();
const node = pinnedNode();
serve(
  [
    [node, "--watch", "packages/server/src/main.ts"],
    [node, "node_modules/vite/bin/vite.js", "packages/console"],
  ],
  // Allows connections to simulated devices on this machine in a new database.
  { DEVELOPMENT: "1" },
);
