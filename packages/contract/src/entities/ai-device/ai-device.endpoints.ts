import * as z from "zod";
import { crud, patchOf } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams, recordId, version } from "../../fields/record.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { camera } from "../camera/camera.schema.ts";
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

/** CAM-8: a camera that is reported by its device, stored, or both. One that is not stored has no id and no version. */
export const deviceCamera = camera.extend({
  id: recordId.nullable(),
  version: version.nullable(),
  /** The device's own id for it. */
  reportedId: z.string(),
  /** The name that the device reports, if it differs. */
  newName: z.string().nullable(),
  slots: z.array(camera.shape.slots.element.extend({ id: recordId.nullable() })),
  slotsAdded: z.array(z.string()),
  slotsGone: z.array(z.string()),
});

/** A reported or stored camera. */
export type DeviceCamera = z.output<typeof deviceCamera>;

/** The cameras that a device reports. */
export const deviceCameraEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /ai-devices/{id}/cameras": {
      tag: "AI devices",
      summary: "Compare the cameras that the device reports with the stored ones; changes nothing",
      gates: { record: "ai_devices", rows: "cameras" },
      params: idParams,
      answer: z.array(deviceCamera),
      faults: ["record/not-found", "device/unreachable", "device/by-hand"],
    },
  },
);
