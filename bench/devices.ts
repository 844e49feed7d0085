import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";
import { toDeviceView } from "@gatehouse/simulator/devices/device-view";
import type { SimulatedDevice } from "@gatehouse/simulator/devices/simulated-device";
import { signIn } from "@gatehouse/simulator/gatehouse/api-client";
import type { DevicePlan } from "@gatehouse/simulator/plan/device-plan";
import { registerDevices } from "@gatehouse/simulator/registration/devices";
import { startSimulatedSite } from "@gatehouse/simulator/simulated-site";
import { password, startServer } from "./server-process.ts";

const limit = 1.2;
const deviceCount = 50;
const blackHoleCount = 5;
const blocks = 24;
const panelsInBlock = 120;
const panelsAtOnce = 4;
const blackHoleEveryMs = 2_000;

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
  const api = await signIn({ serverUrl: server.url, username: "admin", password });
  await registerDevices(api, site.devices.map(toDeviceView));
  const ids = await deviceIds();
  const holes = { ids: ids.slice(0, blackHoleCount), devices: site.devices.slice(0, blackHoleCount) };
  const others = ids.slice(blackHoleCount);
  await askAll(others, panelsInBlock); // warm

  const measured: Record<"normal" | "silent", number[][]> = { normal: [], silent: [] };
  // In turns, so that whatever else the machine does falls on both.
  for (let block = 0; block < blocks; block += 1) {
    const fault = block % 2 === 0 ? "normal" : "silent";
    measured[fault].push(await measure(holes, others, fault));
  }
  report(measured.normal, measured.silent);
} finally {
  await server.stop();
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function deviceIds(): Promise<number[]> {
  const answer = await fetch(`${server.url}${apiPath}/ai-devices/epld`, { headers: await signedIn() });
  return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
}

async function signedIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}${apiPath}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": consoleAppId },
    body: JSON.stringify({ username: "admin", password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** One block: the holes are as told and people look at them, while others look at the other devices. */
async function measure(
  holes: { ids: number[]; devices: SimulatedDevice[] },
  others: number[],
  fault: "normal" | "silent",
): Promise<number[]> {
  await Promise.all(holes.devices.map((device) => device.setFault(fault)));
  const over = new AbortController();
  const headers = await signedIn();
  const onlookers = holes.ids.map(async (id) => {
    while (!over.signal.aborted) {
      const next = sleep(blackHoleEveryMs, undefined, { signal: over.signal }).catch(() => {});
      await (await fetch(`${server.url}${apiPath}/ai-devices/${id}/cameras`, { headers })).arrayBuffer();
      await next;
    }
  });
  const times = await askAll(others, panelsInBlock);
  over.abort();
  await Promise.all(onlookers);
  return times;
}

/** Opens camera panels, a few at once, and gives how long each took. */
async function askAll(ids: number[], count: number): Promise<number[]> {
  const headers = await signedIn();
  const times: number[] = [];
  let next = 0;
  const person = async () => {
    while (next < count) {
      const id = ids[next++ % ids.length];
      const began = performance.now();
      const answer = await fetch(`${server.url}${apiPath}/ai-devices/${id}/cameras`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The panel of device ${id} was answered with ${answer.status}.`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: panelsAtOnce }, person));
  return times;
}

/** The middle block's percentile: a moment in which the machine was busy with something else does not decide. */
function percentile(measured: number[][], part: number): number {
  return at(
    measured.map((times) => at(times, part)),
    0.5,
  );
}

function at(numbers: number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0;
}

function report(without: number[][], withHoles: number[][]): void {
  const line = (name: string, measured: number[][]) => {
    const [p50, p95] = [0.5, 0.95].map((part) => percentile(measured, part).toFixed(1));
    console.log(`${name.padEnd(28)} p50 ${p50} ms   p95 ${p95} ms`);
  };
  line(`${deviceCount} devices, all well`, without);
  line(`${blackHoleCount} of them black holes`, withHoles);
  const ratio = percentile(withHoles, 0.95) / percentile(without, 0.95);
  console.log(`p95 ratio ${ratio.toFixed(2)} (limit ${limit}): ${ratio <= limit ? "kept" : "NOT KEPT"}`);
  process.exitCode = ratio <= limit ? 0 : 1;
}
