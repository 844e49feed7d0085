import { stationEndpoints } from "@gatehouse/contract/entities/station/station.endpoints";
import type { CommandOrigins } from "../commands/command-origins.ts";
import { handle } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import type { SiteCache } from "../site/site-cache.ts";
import { openEvent } from "./open-event.ts";

/** OPS-3: the gate station. */
export const stationRoutes = (services: Services, siteCache: SiteCache, origins: CommandOrigins) =>
  handle(stationEndpoints, {
    "POST /events/{module}/{id}/open": (call) =>
      openEvent(call, { services, siteCache, origins }, { ...call.params, ...call.body }),
  });
