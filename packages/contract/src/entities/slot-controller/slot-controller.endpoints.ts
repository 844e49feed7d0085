import * as z from "zod";
import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { idInPath } from "../../fields/record.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { nestSlotController, slotController, slotControllerDraft } from "./slot-controller.schema.ts";

/** SLOT-1: the endpoints of slot controllers. */
export const slotControllerEndpoints = crud({
  tag: "Slot controllers",
  noun: "slot controller",
  permissions: { read: "view", write: "devices", gates: "slot_controllers" },
  path: "/slot-controllers",
  list: { path: "/slot-controllers/{deviceId}", params: z.object({ deviceId: idInPath }) },
  change: { PUT: slotControllerDraft },
  record: slotController,
  draft: slotControllerDraft,
  reshape: nestSlotController,
  locked: ["aiDeviceId", "uid", "additionalInfo.slots"],
});

/** Every slot controller of a module. */
export const slotControllerScopeEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "slot_controllers" },
  {
    "GET /slot-controllers": {
      tag: "Slot controllers",
      summary: "List a module's slot controllers",
      query: z.strictObject({ scope: moduleInPath }),
      answer: z.array(slotController),
    },
  },
);
