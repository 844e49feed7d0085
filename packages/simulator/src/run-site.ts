import { existsSync, writeFileSync } from "node:fs";
import { signIn, waitUntilReady } from "./gatehouse/api-client.ts";
import { connectWithClient } from "./registration/connect-site.ts";
import { registerSite } from "./registration/register-site.ts";
import { loadInside } from "./registration/vehicles-inside.ts";
import { scenarioNames } from "./scenarios/registry.ts";
import { defaultPorts, type SimulatedSite, startSimulatedSite } from "./simulated-site.ts";

/** What the demo adds to the site. */
export interface SiteAdditions {
  /** Called when the site starts to register its devices, gates and rules. */
  beforeRegistration?: () => void;
  /** Called when it can't go on. */
  onProblem?: (message: string) => void;
  /** Called when the site is registered, before its first car. */
  beforeTraffic?: () => Promise<void>;
  setDatabaseSlow?: (isSlow: boolean) => Promise<void>;
}

/** Runs the site until a signal ends it, with the settings in environment variables. */
export async function runSite(env: NodeJS.ProcessEnv, additions: SiteAdditions = {}): Promise<void> {
  const { setDatabaseSlow } = additions;
  const options = setDatabaseSlow ? { setDatabaseSlow } : {};
  const stopping = new AbortController();
  try {
    const site = await startSimulatedSite({ ports: { first: parsePort(env.SIMULATOR_PORT) }, ...options });
    const stop = async () => {
      stopping.abort();
      await site.close();
      process.exit(0);
    };
    // npm delivers Ctrl-C twice; the second one finds everything closed.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
    console.log(`Simulated site: control it at ${site.controlUrl}`);
    if (env.REGISTER_AT) await joinServer(site, env, stopping.signal, additions);
  } catch (error) {
    console.error(`The simulated site failed to start: ${(error as Error).message}`);
    process.exit(1);
  }
}

function parsePort(text: string | undefined): number {
  if (!text) return defaultPorts.first;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_000) return Number(text);
  throw new Error(`SIMULATOR_PORT must be a whole number from 0 to 65000, not "${text}".`);
}

/**
 * Registers the site in Gatehouse, connects its devices and starts the scenario. The file REGISTER_ONCE marks a site as
 * registered, so what a person deletes later is not created again.
 */
async function joinServer(
  site: SimulatedSite,
  { REGISTER_AT: serverUrl = "", REGISTER_PASSWORD = "", REGISTER_ONCE, SCENARIO }: NodeJS.ProcessEnv,
  stopping: AbortSignal,
  { beforeRegistration, beforeTraffic, onProblem }: SiteAdditions,
): Promise<void> {
  if (!(await waitUntilReady(serverUrl, stopping))) return;
  try {
    const api = await signIn({ serverUrl, username: "admin", password: REGISTER_PASSWORD });
    if (!REGISTER_ONCE || !existsSync(REGISTER_ONCE)) {
      beforeRegistration?.();
      await registerSite(api, site, new Date());
      if (REGISTER_ONCE) {
        const note = "The simulated site is registered; delete this file to repeat it.\n";
        writeFileSync(REGISTER_ONCE, note, { mode: 0o600 });
      }
    }
    await beforeTraffic?.();
    await connectWithClient(site, api);
    for (const { label, url } of site.gatehouse.screens()) console.log(`Multimedia display "${label}": ${url}`);
    // Cars that entered before the last stop are still inside.
    site.populate(await loadInside(api));
    await site.reportSlots();
    const scenario = scenarioNames.find((name) => name === SCENARIO);
    if (scenario) await site.scenarioRunner.start(scenario);
  } catch (error) {
    if (stopping.aborted) return;
    const message = `The simulated site could not be registered: ${(error as Error).message}`;
    site.gatehouse.reportProblem(message);
    onProblem?.(message);
    console.error(message);
  }
}
