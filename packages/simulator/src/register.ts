import { setTimeout as sleep } from "node:timers/promises";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";
import type { ListedDevice, ListedOutside } from "./control.ts";

/** The Gatehouse that the devices are registered at, and who does it. */
export interface Registrar {
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

/** Registers the devices as a person would, through the API, with every module on; throws with a sentence. */
export async function registerDevices(
  registrar: Registrar,
  devices: readonly ListedDevice[],
  outside?: ListedOutside,
): Promise<void> {
  const { serverUrl, username, password } = registrar;
  const call = async (method: string, path: string, body: unknown, token?: string): Promise<{ token?: string }> => {
    const answer = await fetch(`${serverUrl}${apiPath}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        "app-id": consoleAppId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.ok) return (await answer.json()) as { token?: string };
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  };

  const { token } = await call("POST", "/auth/login", { username, password });
  await call("PUT", "/configs/module-activation-status", everyModule(true), token);
  for (const { name: _n, manner: _m, cameras: _c, ...device } of devices) {
    await call("POST", "/ai-devices", device, token);
  }
  if (outside) await setUpOutside(call, outside, token);
}

type Call = (method: string, path: string, body: unknown, token?: string) => Promise<unknown>;

/** Enters MyGate and the cloud as an administrator would. */
async function setUpOutside(call: Call, outside: ListedOutside, token: string | undefined): Promise<void> {
  const { syncAPIUrl, notifyAPIUrl, apiKey, cloudUrl } = outside;
  const mygate = { syncAPIUrl, notifyAPIUrl, apiKey, deviceId: "simulated-site" };
  await call("PUT", "/ac/mygate-integration-settings", mygate, token);
  const configs = (await call("GET", "/configs/global", undefined, token)) as { id: number; key: string }[];
  const id = configs.find(({ key }) => key === "cloudUrl")?.id;
  const cloud = { key: "cloudUrl", scope: "global", dataType: "STRING", value: cloudUrl };
  await call("PUT", `/configs/${id}`, cloud, token);
}

const patienceMs = 120_000;
const pauseMs = 200;

/** Waits until a server says that it is ready; false when it does not in good time, or when it is no longer wanted. */
export async function untilReady(serverUrl: string, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (!signal.aborted && performance.now() < until) {
    const isReady = await fetch(`${serverUrl}/healthz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return false;
}
