// Starts the simulated site: `npm run simulator`.
import { runSite } from "./run-site.ts";

await runSite(process.env);
