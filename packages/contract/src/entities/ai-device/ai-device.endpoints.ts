import * as z from "zod";
import { crud, patchOf } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams, recordId } from "../../fields/record.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { aiDevice, aiDeviceDraft, aiDeviceFields } from "./ai-device.schema.ts";

/** The calls on AI devices. */
export const aiDeviceEndpoints = crud({
  tag: "AI devices",
  noun: "device",
  path: "/ai-devices",
  list: { path: "/ai-devices/{module}", params: z.object({ module: moduleInPath }) },
  change: { PATCH: patchOf(aiDeviceFields) },
  record: aiDevice,
  draft: aiDeviceDraft,
});

/** CAM-8: a camera between what its device reports and what is stored. */
export const deviceCamera = z.object({
  status: z.enum(["saved", "new", "zombie"]),
  /** The device's own id for it. */
  reportedId: z.string(),
  /** The stored camera, if there is one. */
  id: recordId.nullable(),
  name: z.string(),
  /** What the device calls it now, where that differs. */
  newName: z.string().nullable(),
  slots: z.array(z.string()),
  slotsAdded: z.array(z.string()),
  slotsGone: z.array(z.string()),
});

/** A camera between report and store. */
export type DeviceCamera = z.output<typeof deviceCamera>;

/** What a device says of its cameras. */
export const deviceCameraEndpoints = defineEndpoints({
  "GET /ai-devices/{id}/cameras": {
    tag: "AI devices",
    summary: "What the device reports, held against what is stored; nothing is changed",
    params: idParams,
    answer: z.array(deviceCamera),
    faults: ["record/not-found", "device/unreachable", "device/by-hand"],
  },
});
