import type { Api } from "@gatehouse/contract/api";
import { alertRoutes } from "./entities/alert/alert.routes.ts";
import { authRoutes } from "./entities/auth/auth.routes.ts";
import { configRoutes } from "./entities/config/config.routes.ts";
import { moduleActivationRoutes } from "./entities/module-activation/module-activation.routes.ts";
import { vehicleTypeRoutes } from "./entities/vehicle-type/vehicle-type.routes.ts";
import { healthRoutes } from "./live/health.routes.ts";
import type { Handlers } from "./platform/call.ts";
import type { Services } from "./platform/services.ts";

/** A handler for every call of the contract; the live stream is served by the platform itself. */
export const apiHandlers = (services: Services): Omit<Handlers<Api>, "GET /live"> => ({
  ...alertRoutes(services),
  ...authRoutes(services),
  ...configRoutes,
  ...healthRoutes(services),
  ...moduleActivationRoutes,
  ...vehicleTypeRoutes,
});
