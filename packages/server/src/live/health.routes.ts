import { healthEndpoints } from "@gatehouse/contract/entities/health/health.endpoints";
import { readModuleActivation } from "../entities/module-activation/module-activation.store.ts";
import { handle } from "../platform/call.ts";
import type { Services } from "../platform/services.ts";
import { readHealth } from "./health.store.ts";
import type { LiveParts } from "./live-parts.ts";

/** The call behind the header's chips. */
export const healthRoutes = ({ clock }: Services, images: LiveParts["images"]) =>
  handle(healthEndpoints, {
    "GET /health": async ({ read }) => ({
      ...(await readHealth(read, await readModuleActivation(read), clock.now())),
      ...((await images?.store.isFull()) && { isDiskFull: true as const }),
    }),
  });
