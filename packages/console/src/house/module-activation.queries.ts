import { sharedQuery } from "../api/call-query.ts";

export const moduleActivationQuery = sharedQuery("module_activation", "GET /configs/module-activation-status");
