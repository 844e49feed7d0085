import { healthEndpoints } from "@gatehouse/contract/entities/health";
import { loadGateAccess } from "../../house/gate-links.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { loadHealth } from "./health.store.ts";

/** Serves the health chips of the header. */
export const healthRoutes = ({ clock }: Services, images: { store: { isFull(): Promise<boolean> } } | null) => {
  const respond = async ({ read, person }: Pick<Call<unknown>, "read" | "person">) => ({
    ...(await loadHealth(
      read,
      await loadModuleActivation(read),
      clock.now(),
      await loadGateAccess(read, person.gateIds),
    )),
    ...((await images?.store.isFull()) && { isDiskFull: true as const }),
  });
  return handle(healthEndpoints, { "GET /health": respond, "GET /health-info": respond });
};
