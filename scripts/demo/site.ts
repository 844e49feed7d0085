// Runs the simulated site of the demo: like `packages/simulator`, with a month of history and control over the database.
import { runSite } from "../../packages/simulator/src/run-site.ts";
import { loadHistory } from "./load-history.ts";
import { createSlowDatabase } from "./slow-database.ts";

const dataDir = process.env.DATA_DIR ?? "";

await runSite(process.env, {
  beforeTraffic: async () => {
    try {
      const loaded = await loadHistory(dataDir, new Date());
      if (loaded) console.log(`Demo: ${loaded.events} past events loaded in ${loaded.seconds.toFixed(1)} s`);
    } catch (error) {
      console.error(`The history of the demo could not be loaded: ${(error as Error).message}`);
    }
  },
  setDatabaseSlow: createSlowDatabase(dataDir),
});
