import type { CallMessages } from "./call-messages.ts";
import { alertMessages } from "./entities/alert/alert.messages.ts";
import { authMessages } from "./entities/auth/auth.messages.ts";
import { configMessages } from "./entities/config/config.messages.ts";
import { healthMessages } from "./entities/health/health.messages.ts";
import { moduleActivationMessages } from "./entities/module-activation/module-activation.messages.ts";
import { vehicleTypeMessages } from "./entities/vehicle-type/vehicle-type.messages.ts";

/** What the console says after each call, by its name; free of schemas so that every page may load it. */
export const callMessages: CallMessages = {
  ...alertMessages,
  ...authMessages,
  ...configMessages,
  ...healthMessages,
  ...moduleActivationMessages,
  ...vehicleTypeMessages,
};
