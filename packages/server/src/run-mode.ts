import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import { loopbackNetworks } from "@gatehouse/contract/fields/network";

/** Whether this is a demo or a development server. Set by the npm scripts, not meant for operators. */
export interface RunMode {
  isDemo: boolean;
  /** Initial values of required configurations that differ from their defaults. */
  initialConfigs: Partial<RequiredValues>;
}

/** Restricts demos and tests to this machine, where all simulated devices and systems run. */
export const loopbackOnly = { deviceNetworks: loopbackNetworks, integrationNetworks: loopbackNetworks };

/** Reads the environment variables that `npm run demo` and `npm run dev` set. */
export function readRunMode({ DEMO, DEVELOPMENT }: NodeJS.ProcessEnv): RunMode {
  const isDemo = DEMO === "1";
  return { isDemo, initialConfigs: isDemo || DEVELOPMENT === "1" ? loopbackOnly : {} };
}
