import { apiPath, consoleAppId, type RuntimeConfig, runtimeConfigPath } from "@gatehouse/contract/runtime-config";

let current: RuntimeConfig = { apiBaseUrl: apiPath, appId: consoleAppId, version: "" };

/** SHELL-8: reads which server this copy of the console talks to; done once, before anything is shown. */
export async function loadRuntimeConfig(): Promise<void> {
  const answer = await fetch(runtimeConfigPath, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${runtimeConfigPath} answered ${answer.status}`);
  current = { ...current, ...((await answer.json()) as Partial<RuntimeConfig>) };
}

/** Which server this copy of the console talks to, and as which application. */
export const runtimeConfig = (): RuntimeConfig => current;
