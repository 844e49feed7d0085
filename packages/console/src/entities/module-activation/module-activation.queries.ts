import { callQuery } from "../../api/call-query.ts";

/** Which modules are switched on. */
export const moduleActivationQuery = callQuery("module_activation", "GET /configs/module-activation-status");
