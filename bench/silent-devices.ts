// Fifty devices, five of them silent: do camera lists of the other devices take longer than with none silent?
// `node bench/silent-devices.ts` runs the real server and simulated devices, and prints the p95 ratio with its limit.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPath } from "@gatehouse/contract/runtime-config";
import { toDeviceView } from "@gatehouse/simulator/devices/device-view";
import type { SimulatedDevice } from "@gatehouse/simulator/devices/simulated-device";
import { signIn as signInToApi } from "@gatehouse/simulator/gatehouse/api-client";
import type { DevicePlan } from "@gatehouse/simulator/plan/device-plan";
import { registerDevices } from "@gatehouse/simulator/registration/devices";
import { startSimulatedSite } from "@gatehouse/simulator/run-site";
import { formatVerdict, median, percentile } from "./measurement.ts";
import { startServer } from "./server-process.ts";
import { password, signInHeaders } from "./sign-in.ts";

const maxRatio = 1.2;
const deviceCount = 50;
const silentCount = 5;
const blocks = 24;
const callsPerBlock = 120;
const concurrentCalls = 4;
const silentCallIntervalMs = 2_000;

const plan: DevicePlan[] = Array.from({ length: deviceCount }, (_, index) => ({
  name: `device-${index}`,
  vendor: "uncanny",
  label: `Device ${index}`,
  scope: "epld",
  apiBasepath: "",
  hasDashboard: true,
  cameras: Array.from({ length: 8 }, (_, camera) => ({
    id: `${camera}`,
    name: `Camera ${camera}`,
    slots: Array.from({ length: 12 }, (_, slot) => ({ id: `${slot}`, name: `Slot ${slot}` })),
    plates: [],
  })),
}));

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const site = await startSimulatedSite({ ports: { first: 0 }, plan });
const server = await startServer(dataDir);
try {
  const api = await signInToApi({ serverUrl: server.url, username: "admin", password });
  await registerDevices(api, site.devices.map(toDeviceView));
  const ids = await listDeviceIds();
  const silent = { ids: ids.slice(0, silentCount), devices: site.devices.slice(0, silentCount) };
  const others = ids.slice(silentCount);
  await measureCalls(others, callsPerBlock); // warm-up

  const measured: Record<"normal" | "silent", number[][]> = { normal: [], silent: [] };
  // Alternating, so load from other processes affects both.
  for (let block = 0; block < blocks; block += 1) {
    const error = block % 2 === 0 ? "normal" : "silent";
    measured[error].push(await measureBlock(silent, others, error));
  }
  report(measured.normal, measured.silent);
} finally {
  await server.stop();
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function listDeviceIds(): Promise<number[]> {
  const response = await fetch(`${server.url}${apiPath}/ai-devices/epld`, { headers: await signInHeaders(server.url) });
  return ((await response.json()) as { id: number }[]).map(({ id }) => id);
}

/** Measures calls to the other devices while some clients call the silent ones. */
async function measureBlock(
  silent: { ids: number[]; devices: SimulatedDevice[] },
  others: number[],
  error: "normal" | "silent",
): Promise<number[]> {
  await Promise.all(silent.devices.map((device) => device.setFault(error)));
  const stopping = new AbortController();
  const headers = await signInHeaders(server.url);
  const silentCalls = silent.ids.map(async (id) => {
    while (!stopping.signal.aborted) {
      const next = sleep(silentCallIntervalMs, undefined, { signal: stopping.signal }).catch(() => {});
      await (await fetch(`${server.url}${apiPath}/ai-devices/${id}/cameras`, { headers })).arrayBuffer();
      await next;
    }
  });
  const times = await measureCalls(others, callsPerBlock);
  stopping.abort();
  await Promise.all(silentCalls);
  return times;
}

/** Lists the cameras of devices, a few concurrently, and returns the duration of each call in ms. */
async function measureCalls(ids: number[], count: number): Promise<number[]> {
  const headers = await signInHeaders(server.url);
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const id = ids[next++ % ids.length];
      const began = performance.now();
      const response = await fetch(`${server.url}${apiPath}/ai-devices/${id}/cameras`, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`Listing the cameras of device ${id} returned ${response.status}.`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrentCalls }, client));
  return times;
}

/** The median over the blocks of a block's percentile. */
function blockPercentile(measured: number[][], share: number): number {
  return median(measured.map((times) => percentile(times, share)));
}

function report(healthy: number[][], withSilent: number[][]): void {
  const printTimes = (name: string, measured: number[][]) => {
    const [p50, p95] = [0.5, 0.95].map((share) => blockPercentile(measured, share).toFixed(1));
    console.log(`${name.padEnd(28)} p50 ${p50} ms   p95 ${p95} ms`);
  };
  printTimes(`${deviceCount} healthy devices`, healthy);
  printTimes(`${silentCount} of them silent`, withSilent);
  const ratio = blockPercentile(withSilent, 0.95) / blockPercentile(healthy, 0.95);
  const isMet = ratio <= maxRatio;
  console.log(`p95 ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`);
  process.exitCode = isMet ? 0 : 1;
}
