import * as z from "zod";
import { defineEndpoints, type Slot } from "../../endpoint.ts";
import { idInPath, idParams, recordId } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import {
  camera,
  cameraChange,
  cameraLive,
  countingCameraDraft,
  plateCameraDraft,
  reportedCameraDraft,
  slotCameraDraft,
} from "./camera.schema.ts";

const tag = "Cameras";
const moduleParams = z.object({ module: moduleInPath });
const cameraParams = z.object({ module: moduleInPath, id: idInPath });
const withId = { id: recordId.optional() };

const save = <Body extends Slot, Params extends Slot | undefined = undefined>(
  summary: string,
  body: Body,
  params?: Params,
) =>
  ({
    tag,
    summary,
    ...(params && { params }),
    body,
    answer: camera,
    status: 201,
    faults: ["record/taken"],
  }) as const;

const change = <Body extends Slot>(summary: string, body: Body) =>
  ({
    tag,
    summary,
    params: idParams,
    body,
    answer: camera,
    faults: ["record/not-found", "record/taken", "record/changed"],
  }) as const;

/** CAM-7: the endpoints of cameras. */
export const cameraEndpoints = defineEndpoints({
  "GET /cameras/{module}": { tag, summary: "List a module's cameras", params: moduleParams, answer: z.array(camera) },
  "POST /cameras/{module}": {
    ...save("Save a camera that its device reports", reportedCameraDraft),
    params: moduleParams,
  },
  "POST /cameras/anpr/{module}": {
    ...save("Save a plate camera that its device reports", reportedCameraDraft),
    params: moduleParams,
  },
  "POST /cameras/epld": save("Save a slot camera that its device reports", reportedCameraDraft),
  "PATCH /cameras/{module}/{id}": {
    tag,
    summary: "Change a camera: its lane, name, location, sink port, ticket machine",
    params: cameraParams,
    body: cameraChange,
    roundTrip: true,
    answer: camera,
    faults: ["record/not-found", "record/taken", "record/changed"],
  },
  "GET /cameras/{module}/{id}/live": {
    tag,
    summary: "How to watch a camera: whether it has live pictures, and the path of its live video",
    params: cameraParams,
    answer: cameraLive,
    faults: ["record/not-found"],
  },
  "GET /cameras/{module}/{id}/frame": {
    tag,
    summary: "The camera's live picture; If-None-Match takes the ETag of the last one",
    params: cameraParams,
    picture: true,
    faults: ["record/not-found", "camera/no-frames", "camera/no-picture"],
  },
  "DELETE /cameras/{module}/{id}": {
    tag,
    summary: "Delete a camera",
    params: cameraParams,
    status: 204,
    faults: ["record/not-found", "record/in-use"],
  },
  "POST /cameras/{module}/sync/{id}": {
    tag,
    summary: "Read a camera's name and slots from its device again",
    params: cameraParams,
    answer: camera,
    faults: ["record/not-found", "device/unreachable", "device/by-hand", "device/camera-gone"],
  },
  "POST /cameras/{module}/{id}/relink": {
    tag,
    summary: "Relink a missing camera's record to a camera with a new id",
    params: cameraParams,
    body: z.strictObject({ reportedId: requiredText() }),
    answer: camera,
    faults: ["record/not-found", "record/taken"],
  },
  "DELETE /cameras/{module}/{id}/slots/{slotId}": {
    tag,
    summary: "Delete a slot that its camera no longer has",
    params: z.object({ module: moduleInPath, id: idInPath, slotId: idInPath }),
    status: 204,
    faults: ["record/not-found", "record/in-use"],
  },
});

/** CAM-3: counting cameras, added manually. */
export const countingCameraEndpoints = defineEndpoints({
  "POST /cameras/bosch/cc": save("Add a counting camera", countingCameraDraft),
  "PUT /cameras/bosch/cc/{id}": change("Change a counting camera", countingCameraDraft.extend(withId)),
});

/** CAM-4: slot-counting cameras, added manually. */
export const slotCameraEndpoints = defineEndpoints({
  "POST /cameras/bosch/epld": save("Add a slot-counting camera", slotCameraDraft),
  "PUT /cameras/bosch/epld/{id}": change("Change a slot-counting camera", slotCameraDraft.extend(withId)),
});

/** CAM-5: plate-access cameras, added manually. */
export const plateCameraEndpoints = defineEndpoints({
  "POST /cameras/carrida": save("Add a plate-access camera", plateCameraDraft),
  "PUT /cameras/carrida/{id}": change("Change a plate-access camera", plateCameraDraft.extend(withId)),
});
