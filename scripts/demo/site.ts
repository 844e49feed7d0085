// Runs the simulated site of the demo: like `packages/simulator`, with a month of history and control over the database.
import { runSite } from "../../packages/simulator/src/run-site.ts";
import { reportProgress } from "./demo-progress.ts";
import { loadHistory } from "./load-history.ts";
import { loadPictures } from "./load-pictures.ts";
import { createSlowDatabase } from "./slow-database.ts";

const dataDir = process.env.DATA_DIR ?? "";
const report = (what: string) => (error: Error) => {
  const text = `The ${what} of the demo could not be loaded: ${error.message}`;
  console.error(text);
  reportProgress(dataDir, { state: "failed", text, share: null });
};

await runSite(process.env, {
  beforeRegistration: () =>
    reportProgress(dataDir, { state: "loading", text: "registering devices, gates and rules", share: null }),
  beforeTraffic: async () => {
    try {
      const onProgress = (share: number) =>
        reportProgress(dataDir, { state: "loading", text: "30 days of past events", share });
      const loaded = await loadHistory(dataDir, new Date(), onProgress);
      if (loaded) console.log(`Demo: ${loaded.events} past events loaded in ${loaded.seconds.toFixed(1)} s`);
      reportProgress(dataDir, { state: "done", text: "", share: 1 });
    } catch (error) {
      report("history")(error as Error);
    }
    void loadPictures(dataDir, new Date()).catch(report("pictures"));
  },
  onProblem: (text) => reportProgress(dataDir, { state: "failed", text, share: null }),
  setDatabaseSlow: createSlowDatabase(dataDir),
});
