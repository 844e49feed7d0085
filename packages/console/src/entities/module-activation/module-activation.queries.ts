import { callQuery } from "../../api/call-query.ts";

/** Activation of the modules. */
export const moduleActivationQuery = callQuery("module_activation", "GET /configs/module-activation-status");
