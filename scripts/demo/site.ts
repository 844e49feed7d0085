// Runs the simulated site of the demo: like `packages/simulator`, with a month of history and control over the database.
import { runSite } from "../../packages/simulator/src/run-site.ts";
import { loadHistory } from "./load-history.ts";
import { loadPictures } from "./load-pictures.ts";
import { createSlowDatabase } from "./slow-database.ts";

const dataDir = process.env.DATA_DIR ?? "";
const report = (what: string) => (error: Error) =>
  console.error(`The ${what} of the demo could not be loaded: ${error.message}`);

await runSite(process.env, {
  beforeTraffic: async () => {
    const loaded = await loadHistory(dataDir, new Date()).catch(report("history"));
    if (loaded) console.log(`Demo: ${loaded.events} past events loaded in ${loaded.seconds.toFixed(1)} s`);
    void loadPictures(dataDir, new Date()).catch(report("pictures"));
  },
  setDatabaseSlow: createSlowDatabase(dataDir),
});
