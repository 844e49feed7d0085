import { moduleActivationEndpoints } from "@gatehouse/contract/entities/module-activation";
import { handle } from "../../platform/http/call.ts";
import { loadModuleActivation, saveModuleActivation } from "../module-activation.store.ts";

/** Turns modules on and off. */
export const moduleActivationRoutes = handle(moduleActivationEndpoints, {
  "GET /configs/module-activation-status": ({ read }) => loadModuleActivation(read),
  "PUT /configs/module-activation-status": ({ body, write }) =>
    write(async (tx) => {
      await saveModuleActivation(tx, body);
      return body;
    }),
});
