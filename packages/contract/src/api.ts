import { alertEndpoints } from "./entities/alert/alert.endpoints.ts";
import { authEndpoints } from "./entities/auth/auth.endpoints.ts";
import { configEndpoints } from "./entities/config/config.endpoints.ts";
import { healthEndpoints } from "./entities/health/health.endpoints.ts";
import { liveEndpoints } from "./entities/live/live.endpoints.ts";
import { moduleActivationEndpoints } from "./entities/module-activation/module-activation.endpoints.ts";
import { vehicleTypeEndpoints } from "./entities/vehicle-type/vehicle-type.endpoints.ts";

/** Every call of the API. The console imports this as a type only, so that it loads no schema before a form needs one. */
export const api = {
  ...alertEndpoints,
  ...authEndpoints,
  ...configEndpoints,
  ...healthEndpoints,
  ...liveEndpoints,
  ...moduleActivationEndpoints,
  ...vehicleTypeEndpoints,
};

/** The table of calls. */
export type Api = typeof api;

/** The name of a call. */
export type ApiKey = keyof Api;
