import * as z from "zod";
import { crud, patchOf } from "../../crud.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { aiDevice, aiDeviceDraft, aiDeviceFields } from "./ai-device.schema.ts";

/** The endpoints of AI devices. */
export const aiDeviceEndpoints = crud({
  tag: "AI devices",
  noun: "device",
  permissions: { read: "view", write: "devices", gates: "ai_devices" },
  path: "/ai-devices",
  list: { path: "/ai-devices/{module}", params: z.object({ module: moduleInPath }) },
  change: { PATCH: patchOf(aiDeviceFields) },
  record: aiDevice,
  draft: aiDeviceDraft,
});
