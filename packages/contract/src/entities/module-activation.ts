import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { type ModuleKind, moduleKinds } from "../modules/module.ts";

const flag = z.boolean("Must be true or false");

/** Every module's switch; always sent whole. */
const moduleActivation = z.strictObject(
  Object.fromEntries(moduleKinds.map((kind) => [kind, flag])) as Record<ModuleKind, typeof flag>,
);

export const moduleActivationEndpoints = defineEndpoints(
  { read: "view", write: "site", gates: "shared" },
  {
    "GET /configs/module-activation-status": {
      tag: "Modules",
      summary: "Which modules are switched on",
      response: moduleActivation,
    },
    "PUT /configs/module-activation-status": {
      tag: "Modules",
      summary: "Switch modules on and off",
      body: moduleActivation,
      response: moduleActivation,
    },
  },
);
