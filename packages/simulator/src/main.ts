// Starts the simulated site: `node packages/simulator/src/main.ts`. `npm run demo` also lets it set itself up.
import { existsSync, writeFileSync } from "node:fs";
import { aimAt } from "./connect.ts";
import { registerSite, untilReady } from "./register.ts";
import { countedInside } from "./registration/variables.ts";
import { type SimulatedSite, startSimulatedSite, usualPorts } from "./site.ts";
import { signIn } from "./site-api.ts";
import { worldNames } from "./worlds/registry.ts";

const { SIMULATOR_PORT, REGISTER_AT, REGISTER_PASSWORD = "", REGISTER_ONCE, WORLD } = process.env;
const stopping = new AbortController();

try {
  const site = await startSimulatedSite({ ports: { first: firstPort(SIMULATOR_PORT) } });
  // Ctrl-C arrives twice under npm; the second finds everything closed.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(site));
  console.log(`Simulated devices: play them at ${site.controlUrl}`);
  if (REGISTER_AT) await settleIn(site, REGISTER_AT);
} catch (error) {
  console.error(`The simulated site did not start: ${(error as Error).message}`);
  process.exit(1);
}

async function stop(site: SimulatedSite): Promise<void> {
  stopping.abort();
  await site.close();
  process.exit(0);
}

function firstPort(text: string | undefined): number {
  if (!text) return usualPorts.first;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_000) return Number(text);
  throw new Error(`SIMULATOR_PORT must be a whole number from 0 to 65000, not "${text}".`);
}

/**
 * Sets the site up in its Gatehouse, once: what a person deleted later stays deleted, and a file remembers. At every
 * start the devices learn anew where to send to; then the chosen world plays.
 */
async function settleIn(site: SimulatedSite, serverUrl: string): Promise<void> {
  if (!(await untilReady(serverUrl, stopping.signal))) return;
  try {
    const api = await signIn({ serverUrl, username: "admin", password: REGISTER_PASSWORD });
    if (!REGISTER_ONCE || !existsSync(REGISTER_ONCE)) {
      await registerSite(api, site, new Date());
      if (REGISTER_ONCE) {
        writeFileSync(REGISTER_ONCE, "The simulated site was set up; delete this to do it again.\n", { mode: 0o600 });
      }
    }
    await aimAt(site, api);
    // Who came in before the last stop is still there.
    site.populate(await countedInside(api));
    await site.tellSlots();
    const world = worldNames.find((name) => name === WORLD);
    if (world) await site.director.play(world);
  } catch (error) {
    if (stopping.signal.aborted) return;
    const sentence = `The simulated site could not settle in: ${(error as Error).message}`;
    site.gatehouse.lament(sentence);
    console.error(sentence);
  }
}
