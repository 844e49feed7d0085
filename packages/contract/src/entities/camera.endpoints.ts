import * as z from "zod";
import { defineEndpoints, type Reshape, type Schema } from "../endpoint.ts";
import { textUid } from "../fields/address.ts";
import { idInPath, idParams } from "../fields/record.ts";
import { moduleInPath } from "../modules/module-in-path.ts";
import {
  camera,
  cameraChange,
  cameraLive,
  countingCameraDraft,
  deviceCamera,
  plateCameraDraft,
  reportedCameraDraft,
  reshapeCountingCamera,
  reshapeNewSlotCamera,
  reshapePlateCamera,
  reshapeReported,
  reshapeUpdate,
  savableCamera,
  slotCameraDraft,
  slotCameraUpdate,
  toReportedId,
} from "./camera.ts";

const tag = "Cameras";
const moduleParams = z.object({ module: moduleInPath });
const cameraParams = z.object({ module: moduleInPath, id: idInPath });

/** A camera without a gate may show the vehicles of any gate. */
const picture = { record: "cameras", needs: "some" } as const;

const save = <Body extends Schema>(summary: string, body: Body, reshape: Reshape, roundTrip: true | Schema = true) =>
  ({
    tag,
    summary,
    body,
    reshape,
    roundTrip,
    response: camera,
    status: 201,
    errors: ["record/taken"],
  }) as const;

const saveReported = (summary: string) => save(summary, reportedCameraDraft, reshapeReported, savableCamera);

const change = <Body extends Schema>(summary: string, body: Body, reshape: Reshape, locked: readonly string[]) =>
  ({
    tag,
    summary,
    params: idParams,
    body,
    reshape,
    locked,
    roundTrip: true,
    response: camera,
    errors: ["record/not-found", "record/taken", "record/changed"],
  }) as const;

export const cameraEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "cameras" },
  {
    "GET /cameras/{module}": {
      tag,
      summary: "List a module's cameras",
      params: moduleParams,
      response: z.array(camera),
    },
    "GET /cameras/{module}/{id}": {
      tag,
      summary: "Read one camera",
      params: cameraParams,
      response: camera,
      errors: ["record/not-found"],
    },
    "POST /cameras/{module}": {
      ...saveReported("Save a camera that its device reports"),
      params: moduleParams,
    },
    "POST /cameras/anpr/{module}": {
      ...saveReported("Save a plate camera that its device reports"),
      params: moduleParams,
    },
    "POST /cameras/epld": saveReported("Save a slot camera that its device reports"),
    "PATCH /cameras/{module}/{id}": {
      tag,
      summary: "Change a camera: its lane, name, location, sink port, ticket machine",
      params: cameraParams,
      body: cameraChange,
      reshape: reshapeUpdate,
      roundTrip: true,
      response: camera,
      errors: ["record/not-found", "record/taken", "record/changed"],
    },
    "GET /cameras/{module}/{id}/live": {
      tag,
      summary: "How to watch a camera: whether it has live pictures, and the path of its live video",
      gates: picture,
      params: cameraParams,
      response: cameraLive,
      errors: ["record/not-found"],
    },
    "GET /cameras/{module}/{id}/frame": {
      tag,
      summary: "The camera's live picture; If-None-Match takes the ETag of the last one",
      gates: picture,
      params: cameraParams,
      picture: true,
      errors: ["record/not-found", "camera/no-frames", "camera/no-picture"],
    },
    "DELETE /cameras/{module}/{id}": {
      tag,
      summary: "Delete a camera",
      params: cameraParams,
      status: 204,
      errors: ["record/not-found", "record/in-use"],
    },
    "POST /cameras/{module}/sync/{id}": {
      tag,
      summary: "Read a camera's name and slots from its device again",
      params: cameraParams,
      response: camera,
      errors: ["record/not-found", "device/unreachable", "device/by-hand", "device/camera-gone"],
    },
    "POST /cameras/{module}/{id}/relink": {
      tag,
      summary: "Relink a missing camera's record to a camera with a new id",
      params: cameraParams,
      body: z.strictObject({ reportedId: textUid }),
      reshape: toReportedId,
      response: camera,
      errors: ["record/not-found", "record/taken"],
    },
    "DELETE /cameras/{module}/{id}/slots/{slotId}": {
      tag,
      summary: "Delete a slot that its camera no longer has",
      params: z.object({ module: moduleInPath, id: idInPath, slotId: idInPath }),
      status: 204,
      errors: ["record/not-found", "record/in-use"],
    },
  },
);

/** Counting cameras, added manually. */
export const countingCameraEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "cameras" },
  {
    "POST /cameras/bosch/cc": save("Add a counting camera", countingCameraDraft, reshapeCountingCamera),
    "PUT /cameras/bosch/cc/{id}": change("Change a counting camera", countingCameraDraft, reshapeCountingCamera, [
      "aiDeviceId",
      "uid",
    ]),
  },
);

/** Slot-counting cameras, added manually. */
export const slotCameraEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "cameras" },
  {
    "POST /cameras/bosch/epld": save("Add a slot-counting camera", slotCameraDraft, reshapeNewSlotCamera),
    "PUT /cameras/bosch/epld/{id}": change("Change a slot-counting camera", slotCameraUpdate, reshapeCountingCamera, [
      "aiDeviceId",
      "uid",
      "slots",
    ]),
  },
);

/** Plate-access cameras, added manually. */
export const plateCameraEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "cameras" },
  {
    "POST /cameras/carrida": save("Add a plate-access camera", plateCameraDraft, reshapePlateCamera),
    "PUT /cameras/carrida/{id}": change("Change a plate-access camera", plateCameraDraft, reshapePlateCamera, [
      "aiDeviceId",
    ]),
  },
);

/** The cameras that a device reports. */
export const deviceCameraEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /ai-devices/{id}/cameras": {
      tag: "AI devices",
      summary: "Compare the cameras that the device reports with the stored ones; changes nothing",
      gates: { record: "ai_devices", rows: "cameras" },
      params: idParams,
      response: z.array(deviceCamera),
      errors: ["record/not-found", "device/unreachable", "device/by-hand"],
    },
  },
);
