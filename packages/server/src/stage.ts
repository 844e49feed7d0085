import { requiredConfigs } from "@gatehouse/contract/entities/config/required-configs";
import type { RequiredValues } from "./entities/config/required-config.store.ts";

/** What a server is run for. The scripts say so in variables of their own, which operators have no use for. */
export interface Stage {
  isDemo: boolean;
  /** Required configurations that begin with another value than usual. */
  firstConfigs: Partial<RequiredValues>;
}

// Simulated devices answer on this machine, where a real site has none.
const withLoopback = { deviceNetworks: `${requiredConfigs.deviceNetworks.initial}, 127.0.0.0/8` };

/** Reads what `npm run demo` and `npm run dev` set. */
export function readStage({ DEMO, DEVELOPMENT }: NodeJS.ProcessEnv): Stage {
  const isDemo = DEMO === "1";
  return { isDemo, firstConfigs: isDemo || DEVELOPMENT === "1" ? withLoopback : {} };
}
