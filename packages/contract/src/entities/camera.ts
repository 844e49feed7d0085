import * as z from "zod";
import type { Reshape } from "../endpoint.ts";
import { host, positiveUid, textUid } from "../fields/address.ts";
import { gateTypes } from "../fields/gate-types.ts";
import { maxPort, port } from "../fields/number.ts";
import { recordId, version } from "../fields/record.ts";
import { required, requiredIfSent } from "../fields/required.ts";
import { optionalText, requiredText } from "../fields/text.ts";
import { optionalUrl } from "../fields/url.ts";
import { moduleKinds } from "../modules/module.ts";

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown) => value === undefined || value === null || value === "";

/** Applies the conversions in order. */
const inOrder =
  (...steps: readonly Reshape[]): Reshape =>
  (body) =>
    steps.reduce((shaped, step) => step(shaped), { ...body });

/** The fields of an object that are not in the body yet. */
const missingIn = (body: Body, fields: Body) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => body[name] === undefined));

/** `{module, cameraId, updateCameraPayload}`: the path repeated, and the update. */
const unwrapUpdate: Reshape = (body) => {
  if (!isObject(body.updateCameraPayload)) return body;
  const { module, cameraId, updateCameraPayload, ...rest } = body;
  return {
    ...rest,
    ...updateCameraPayload,
    ...(isAbsent(module) ? {} : { module }),
    ...(isAbsent(cameraId) ? {} : { id: Number(cameraId) }),
  };
};

/** `label` is another word for the name. Beside a name it is a field of the response, compared with the stored one. */
const labelToName: Reshape = ({ label, ...body }) => {
  if (isAbsent(label)) return body;
  return isAbsent(body.name) ? { ...body, name: label } : { ...body, label };
};

/** `tvm: {id}` stands for `tvmId`. */
const flattenTvm: Reshape = (body) => {
  const { tvm, ...rest } = body;
  if (body.tvmId !== undefined || (tvm !== null && !isObject(tvm))) return body;
  return { ...rest, tvmId: tvm?.id ?? null };
};

/** The URLs of `stream` stand beside the other fields. */
const flattenStream: Reshape = (body) => {
  const { stream, ...rest } = body;
  return isObject(stream) ? { ...missingIn(body, stream), ...rest } : body;
};

const liftedFields = ["uid", "gateType", "vehicleTypes", "slots"];

/** The fields of `additionalInfo.pzapp` stand beside the others; what else it contains stays there. */
const flattenPzapp: Reshape = (body) => {
  const { additionalInfo, ...rest } = body;
  if (!isObject(additionalInfo)) return body;
  const { pzapp, ...otherInfo } = additionalInfo;
  if (!isObject(pzapp)) return body;
  const isLifted = ([name]: [string, unknown]) => liftedFields.includes(name);
  const entries = Object.entries(pzapp);
  const lifted = missingIn(body, Object.fromEntries(entries.filter(isLifted)));
  const left = Object.fromEntries(entries.filter((entry) => !isLifted(entry)));
  const info = { ...otherInfo, ...(Object.keys(left).length > 0 && { pzapp: left }) };
  return { ...rest, ...lifted, ...(Object.keys(info).length > 0 && { additionalInfo: info }) };
};

/** A list of slots stands for their number. */
const countSlots: Reshape = (body) => {
  if (!Array.isArray(body.slots)) return body;
  const { pzapp } = isObject(body.additionalInfo) ? body.additionalInfo : {};
  return { ...body, slots: (isObject(pzapp) ? pzapp.slots : undefined) ?? body.slots.length };
};

/** `anprCameraId` and `epldCameraId` stand for `reportedId`. */
export const toReportedId: Reshape = (body) => {
  const { anprCameraId, epldCameraId, ...rest } = body;
  const reportedId = isAbsent(anprCameraId) ? epldCameraId : anprCameraId;
  if (!isAbsent(body.reportedId) || isAbsent(reportedId)) return body;
  return { ...rest, reportedId };
};

/** The documents' shapes of a reported camera that is saved. */
export const reshapeReported = inOrder(labelToName, flattenTvm, flattenStream, toReportedId);

/** The documents' shapes of a camera's update. */
export const reshapeUpdate = inOrder(unwrapUpdate, labelToName, flattenTvm, flattenStream);

/** The documents' shapes of a plate-access camera. */
export const reshapePlateCamera = inOrder(labelToName, flattenTvm, flattenStream);

/** The documents' shapes of a counting or slot-counting camera. */
export const reshapeCountingCamera = inOrder(labelToName, flattenPzapp);

/** The same for a new slot-counting camera, whose slots the server creates. */
export const reshapeNewSlotCamera = inOrder(labelToName, countSlots, flattenPzapp);

const minSinkPort = 1025;

/** The error of a sink port that is missing or not allowed. */
export const sinkPortError = `Sink port should be between ${minSinkPort} and ${maxPort}`;
const sinkPort = z.int(sinkPortError).min(minSinkPort, sinkPortError).max(maxPort, sinkPortError);
const optionalSinkPort = sinkPort.nullable().optional();
const aiDeviceId = recordId;
/** A display that is added to the gates of the camera. */
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

export type Camera = z.output<typeof camera>;

/** How a camera can be watched. */
export const cameraLive = z.object({
  /** Whether `GET /cameras/{module}/{id}/frame` returns pictures. */
  hasFrames: z.boolean(),
  /** Path of a WebSocket with live video, valid for a short time; null without a media server. */
  videoPath: z.string().nullable(),
});
cameraLive.register(z.globalRegistry, { id: "CameraLive", description: "How a camera can be watched" });

/** A camera as it may be sent back to save it: a stored one, or one from the list of a device. */
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

/** A reported camera, as it is saved. */
export const reportedCameraDraft = z.strictObject({
  aiDeviceId,
  /** The device's own id for the camera. */
  reportedId: textUid,
  name: requiredText(),
  laneId: recordId.nullable().optional(),
  gateId: recordId.nullable().optional(),
  ...optionalAddress,
  location: optionalText(),
  display,
  sinkPort: optionalSinkPort,
  isBidirectional: z.boolean("Must be true or false").default(false),
  tvmId,
  ...streamUrls,
});

/** A counting camera, added manually. */
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

/** A slot-counting camera, added manually. */
export const slotCameraDraft = z.strictObject({
  aiDeviceId,
  ...address,
  uid: positiveUid,
  slots: z.int(slotsMessage).min(1, slotsMessage).max(100, slotsMessage),
  sinkPort: optionalSinkPort,
});

/** The update of a slot-counting camera, whose slots may be sent back as their list. */
export const slotCameraUpdate = slotCameraDraft.extend({
  slots: z.union([slotCameraDraft.shape.slots, z.array(slot)]),
});

/** A plate-access camera, added manually. */
export const plateCameraDraft = z.strictObject({
  aiDeviceId,
  ...address,
  tvmId,
  ...streamUrls,
  isBidirectional: z.boolean("Must be true or false").default(false),
  sinkPort: optionalSinkPort,
});

/** The fields of a saved camera that can be updated one by one. */
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

/** The same drafts for vendors whose cameras push to their own port, which is then required. */
export const pushingCameraDraft = reportedCameraDraft.extend({ sinkPort });
export const pushingCameraChange = cameraChange.extend({ sinkPort });

/** A camera that is reported by its device, stored, or both. One that is not stored has no id and no version. */
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
