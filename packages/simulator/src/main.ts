// Starts the simulated site: `node packages/simulator/src/main.ts`.
import { runSite } from "./run-site.ts";

await runSite(process.env);
