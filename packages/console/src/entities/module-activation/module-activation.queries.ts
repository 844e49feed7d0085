import { sharedQuery } from "../../api/call-query.ts";

/** Activation of the modules. */
export const moduleActivationQuery = sharedQuery("module_activation", "GET /configs/module-activation-status");
