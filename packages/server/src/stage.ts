import type { RequiredValues } from "./entities/config/required-config.store.ts";

/** What a server is run for. The scripts say so in variables of their own, which operators have no use for. */
export interface Stage {
  isDemo: boolean;
  /** Required configurations that begin with another value than usual. */
  firstConfigs: Partial<RequiredValues>;
}

const loopbackNetworks = "127.0.0.0/8, ::1/128";

/** Simulated devices and systems are on this machine; a demo or test may connect to nothing else. */
export const loopbackOnly = { deviceNetworks: loopbackNetworks, integrationNetworks: loopbackNetworks };

/** Reads what `npm run demo` and `npm run dev` set. */
export function readStage({ DEMO, DEVELOPMENT }: NodeJS.ProcessEnv): Stage {
  const isDemo = DEMO === "1";
  return { isDemo, firstConfigs: isDemo || DEVELOPMENT === "1" ? loopbackOnly : {} };
}
