// Runs the simulated site of the demo: like `packages/simulator`, with a month of history.
import { runSite } from "../../packages/simulator/src/run-site.ts";
import { loadHistory } from "./load-history.ts";

await runSite(process.env, async () => {
  try {
    const loaded = await loadHistory(process.env.DATA_DIR ?? "", new Date());
    if (loaded) console.log(`Demo: ${loaded.events} past events loaded in ${loaded.seconds.toFixed(1)} s`);
  } catch (error) {
    console.error(`The history of the demo could not be loaded: ${(error as Error).message}`);
  }
});
