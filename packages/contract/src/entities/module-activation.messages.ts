import type { CallMessages } from "../endpoint.ts";

export const moduleActivationMessages = {
  "GET /configs/module-activation-status": { failure: "Could not fetch module activation status" },
  "PUT /configs/module-activation-status": {
    success: "Module activation status updated",
    failure: "Could not update module activation status",
  },
} as const satisfies CallMessages;
