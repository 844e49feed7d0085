import {
  type SlotController,
  slotController,
  slotControllerEndpoints,
  slotControllerScopeEndpoints,
} from "@gatehouse/contract/entities/slot-controller";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";

/** Slot controllers; uid and number of slots can't be changed. */
export const slotControllerRoutes = {
  ...resource<typeof slotControllerEndpoints, SlotController>(slotControllerEndpoints, {
    table: "slot_controllers",
    record: slotController,
    narrow: ({ params }) => ({ aiDeviceId: params.deviceId }),
    locked: ["uid", "aiDeviceId"],
    guardChange: (before, change) => {
      const { slots } = change.additionalInfo as SlotController["additionalInfo"];
      if (slots === before.additionalInfo.slots) return;
      const errors = [{ path: "additionalInfo.slots", message: "Cannot be changed" }];
      throw httpError("request/invalid", { message: "additionalInfo.slots: Cannot be changed", errors });
    },
    constraints: {
      slot_controllers_uid: { path: "uid", message: "Another controller of this device has this uid" },
      slot_controllers_device: { path: "aiDeviceId", message: "This device does not exist" },
    },
  }),
  ...handle(slotControllerScopeEndpoints, {
    "GET /slot-controllers": async ({ query, read }) => {
      const rows = await read
        .selectFrom("slot_controllers")
        .innerJoin("ai_devices", "ai_devices.id", "slot_controllers.aiDeviceId")
        .select([
          "slot_controllers.id",
          "slot_controllers.version",
          "slot_controllers.aiDeviceId",
          "slot_controllers.uid",
          "slot_controllers.name",
          "slot_controllers.additionalInfo",
          "slot_controllers.commissionedAt",
        ])
        .where("ai_devices.module", "=", query.scope)
        .orderBy("slot_controllers.id")
        .execute();
      return rows as SlotController[];
    },
  }),
};
