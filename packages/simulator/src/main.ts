// Starts the simulated site: `node packages/simulator/src/main.ts`. `npm run demo` also lets it register its devices.
import { existsSync, writeFileSync } from "node:fs";
import { listed, listedOutside } from "./control.ts";
import { registerDevices, untilReady } from "./register.ts";
import { type SimulatedSite, startSimulatedSite, usualPorts } from "./site.ts";

const { SIMULATOR_PORT, REGISTER_AT, REGISTER_PASSWORD = "", REGISTER_ONCE } = process.env;
const stopping = new AbortController();

try {
  const site = await startSimulatedSite({ ports: { first: firstPort(SIMULATOR_PORT) } });
  // Ctrl-C arrives twice under npm; the second finds everything closed.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(site));
  console.log(`Simulated devices: play them at ${site.controlUrl}`);
  if (REGISTER_AT) await registerOnce(site, REGISTER_AT);
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

/** Devices that a person deleted later stay deleted: a file remembers that they were registered once. */
async function registerOnce({ devices, outside }: SimulatedSite, serverUrl: string): Promise<void> {
  if (REGISTER_ONCE && existsSync(REGISTER_ONCE)) return;
  if (!(await untilReady(serverUrl, stopping.signal))) return;
  try {
    const registrar = { serverUrl, username: "admin", password: REGISTER_PASSWORD };
    await registerDevices(registrar, devices.map(listed), listedOutside(outside));
    if (REGISTER_ONCE)
      writeFileSync(REGISTER_ONCE, "The simulated devices were registered; delete this to do it again.\n");
  } catch (error) {
    console.error(`The simulated devices could not be registered: ${(error as Error).message}`);
  }
}
