import { apiPath, consoleAppId, type RuntimeConfig, runtimeConfigPath } from "@gatehouse/contract/runtime-config";

let current: RuntimeConfig = { apiBaseUrl: apiPath, appId: consoleAppId, version: "" };

/** Loads the server's address and the app id, once, before anything is shown. */
export async function loadRuntimeConfig(): Promise<void> {
  const response = await fetch(runtimeConfigPath, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${runtimeConfigPath} answered ${response.status}`);
  current = { ...current, ...((await response.json()) as Partial<RuntimeConfig>) };
}

/** The server's address and the app id. */
export const runtimeConfig = (): RuntimeConfig => current;
