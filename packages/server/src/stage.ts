import type { RequiredValues } from "./entities/config/required-config.store.ts";

/** What a server is run for. The scripts say so in variables of their own, which operators have no use for. */
export interface Stage {
  isDemo: boolean;
  /** Required configurations that begin with another value than usual. */
  firstConfigs: Partial<RequiredValues>;
}

/** Simulated devices are on this machine, and nothing in a demo or a test may connect to another. */
export const loopbackNetworks = "127.0.0.0/8, ::1/128";

/** Reads what `npm run demo` and `npm run dev` set. */
export function readStage({ DEMO, DEVELOPMENT }: NodeJS.ProcessEnv): Stage {
  const isDemo = DEMO === "1";
  return { isDemo, firstConfigs: isDemo || DEVELOPMENT === "1" ? { deviceNetworks: loopbackNetworks } : {} };
}
