import * as z from "zod";
import { host, positiveUid, textUid } from "../../fields/address.ts";
import { gateTypes } from "../../fields/gate-types.ts";
import { maxPort, port } from "../../fields/number.ts";
import { recordId, version } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { requiredIfSent } from "../../fields/required-if-sent.ts";
import { optionalText, requiredText } from "../../fields/text.ts";
import { optionalUrl } from "../../fields/url.ts";
import { moduleKinds } from "../../modules/module.ts";

const minSinkPort = 1025;

/** CAM-6: the fault of a sink port that is missing or not allowed. */
export const sinkPortFault = `Sink port should be between ${minSinkPort} and ${maxPort}`;
const sinkPort = z.int(sinkPortFault).min(minSinkPort, sinkPortFault).max(maxPort, sinkPortFault);
const optionalSinkPort = sinkPort.nullable().optional();
const aiDeviceId = recordId;
/** WIRE-8: a display that is added to the gates of the camera. */
const display = z.object({ id: recordId }).nullable().optional();
const streamUrls = {
  rtspStreamUrl: optionalUrl(["rtsp", "rtsps"]),
  mediaServerWebsocketUrl: optionalUrl(["ws", "wss", "http", "https"]),
  mediaServerFrameUrl: optionalUrl(["http", "https"]),
  mediaServerHealthUrl: optionalUrl(["http", "https"]),
};
const tvmId = z.union([z.literal(0).transform(() => null), recordId, z.null()]).optional();

const slot = z.object({ id: recordId, name: z.string(), displayName: z.string() });

/** A camera as the server returns it. */
export const camera = z.object({
  id: recordId,
  version,
  name: z.string(),
  label: z.string().describe("The same as the name"),
  module: z.enum(moduleKinds),
  status: z.enum(["saved", "new", "zombie"]).describe("zombie: its device no longer reports it"),
  aiDeviceId,
  ip: z.string().nullable(),
  port: z.int().nullable(),
  sinkPort: z.int().nullable(),
  location: z.string().nullable(),
  anprCameraId: z.string().nullable(),
  epldCameraId: z.string().nullable(),
  laneId: recordId.nullable(),
  tvm: z.object({ id: recordId }).nullable(),
  display: z.object({ id: recordId }).nullable().describe("The first display of its gate"),
  isBidirectional: z.boolean(),
  isHealthy: z.boolean(),
  stream: z.object({
    rtspStreamUrl: z.string().nullable(),
    mediaServerWebsocketUrl: z.string().nullable(),
    mediaServerFrameUrl: z.string().nullable(),
    mediaServerHealthUrl: z.string().nullable(),
  }),
  slots: z.array(slot),
  additionalInfo: z.object({
    pzapp: z
      .object({
        uid: z.string(),
        gateType: z.enum(gateTypes).optional(),
        vehicleTypes: z.array(z.enum(["2w", "4w"])).optional(),
        slots: z.int().optional(),
      })
      .optional(),
  }),
});
camera.register(z.globalRegistry, { id: "Camera", description: "A camera of an AI device" });

/** A stored camera. */
export type Camera = z.output<typeof camera>;

/** LIVE-7: how a camera can be watched. */
export const cameraLive = z.object({
  /** Whether `GET /cameras/{module}/{id}/frame` returns pictures. */
  hasFrames: z.boolean(),
  /** Path of a WebSocket with live video, valid for a short time; null without a media server. */
  videoPath: z.string().nullable(),
});
cameraLive.register(z.globalRegistry, { id: "CameraLive", description: "How a camera can be watched" });

/** WIRE-7: a camera as it may be sent back to save it: a stored one, or one from the list of a device. */
export const savableCamera = camera.extend({
  slots: z.array(z.unknown()),
  newName: z.unknown(),
  slotsAdded: z.unknown(),
  slotsGone: z.unknown(),
});

/** The port is for people: the server doesn't connect to a camera that only pushes. */
const address = {
  ip: host,
  port: port.nullable().optional(),
  name: requiredText(),
  location: optionalText(),
  display,
};
const optionalAddress = {
  ip: z.union([z.literal("").transform(() => null), host, z.null()]).optional(),
  port: port.nullable().optional(),
};

/** CAM-1: a reported camera, as it is saved. */
export const reportedCameraDraft = z.strictObject({
  aiDeviceId,
  /** The device's own id for the camera. */
  reportedId: textUid,
  name: requiredText(),
  laneId: recordId.nullable().optional(),
  /** FEED-4: the gate that gets the camera. */
  gateId: recordId.nullable().optional(),
  ...optionalAddress,
  location: optionalText(),
  display,
  sinkPort: optionalSinkPort,
  isBidirectional: z.boolean("Must be true or false").default(false),
  tvmId,
  ...streamUrls,
});

/** CAM-3: a counting camera, added manually. */
export const countingCameraDraft = z.strictObject({
  aiDeviceId,
  ...address,
  uid: positiveUid,
  gateType: z.enum(gateTypes, "Invalid").default("N"),
  vehicleTypes: z
    .array(z.enum(["2w", "4w"], "Invalid"), required)
    .min(1, "Choose at least one vehicle type")
    .refine((types) => new Set(types).size === types.length, "Duplicate vehicle type"),
  sinkPort: optionalSinkPort,
});

const slotsMessage = "Slots should be between 1 and 100";

/** CAM-4: a slot-counting camera, added manually. */
export const slotCameraDraft = z.strictObject({
  aiDeviceId,
  ...address,
  uid: positiveUid,
  slots: z.int(slotsMessage).min(1, slotsMessage).max(100, slotsMessage),
  sinkPort: optionalSinkPort,
});

/** WIRE-7: the update of a slot-counting camera, whose slots may be sent back as their list. */
export const slotCameraUpdate = slotCameraDraft.extend({
  slots: z.union([slotCameraDraft.shape.slots, z.array(slot)]),
});

/** CAM-5: a plate-access camera, added manually. */
export const plateCameraDraft = z.strictObject({
  aiDeviceId,
  ...address,
  tvmId,
  ...streamUrls,
  isBidirectional: z.boolean("Must be true or false").default(false),
  sinkPort: optionalSinkPort,
});

/** LANE-3, CAM-6: the fields of a saved camera that can be updated one by one. */
export const cameraChange = z.strictObject({
  laneId: recordId.nullable().optional(),
  name: requiredIfSent(requiredText()),
  ...optionalAddress,
  location: optionalText(),
  display,
  sinkPort: optionalSinkPort,
  isBidirectional: z.boolean("Must be true or false").optional(),
  tvmId,
  ...streamUrls,
});

/** CAM-6: the same drafts for vendors whose cameras push to their own port, which is then required. */
export const pushingCameraDraft = reportedCameraDraft.extend({ sinkPort });
export const pushingCameraChange = cameraChange.extend({ sinkPort });

/** CAM-8: a camera that is reported by its device, stored, or both. One that is not stored has no id and no version. */
export const deviceCamera = camera.extend({
  id: recordId.nullable(),
  version: version.nullable(),
  reportedId: z.string().describe("The device's own id for it"),
  newName: z.string().nullable().describe("The name that the device reports, if it differs"),
  slots: z.array(camera.shape.slots.element.extend({ id: recordId.nullable() })),
  slotsAdded: z.array(z.string()),
  slotsGone: z.array(z.string()),
});
deviceCamera.register(z.globalRegistry, {
  id: "DeviceCamera",
  description:
    "A camera that is reported by its device, stored, or both. One that is not stored has no id and no version",
});

/** A reported or stored camera. */
export type DeviceCamera = z.output<typeof deviceCamera>;
