import {
  type cameraEndpoints,
  countingCameraEndpoints,
  plateCameraEndpoints,
  slotCameraEndpoints,
} from "@gatehouse/contract/entities/camera/camera.endpoints";
import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Tx } from "../platform/database/database.ts";
import { type Handlers, handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { deleteRow } from "../resources/delete-row.ts";
import { refuseChangedEchoes } from "../resources/echoed-fields.ts";
import { addCamera, findCamera, listCameras, reportedIdColumn, updateCamera } from "./camera.store.ts";
import type { PortProbe } from "./sink-port.ts";

type StoredCameraHandlers = Omit<
  Handlers<typeof cameraEndpoints>,
  | "POST /cameras/{module}"
  | "POST /cameras/anpr/{module}"
  | "POST /cameras/epld"
  | "POST /cameras/{module}/sync/{id}"
  | "GET /cameras/{module}/{id}/live"
  | "GET /cameras/{module}/{id}/frame"
>;

/** Calls on stored cameras that need no connection to their device. */
export const cameraRoutes = (probe: PortProbe): StoredCameraHandlers => ({
  "GET /cameras/{module}": ({ params, read }) => listCameras(read, params.module),
  "PATCH /cameras/{module}/{id}": ({ params, body, echoed, ifMatch, write }) =>
    write((tx) => {
      const toColumns = (before: Camera) => {
        refuseChangedEchoes(echoed, before);
        return body;
      };
      return updateCamera(tx, params, toColumns, { ifMatch, probe });
    }),
  "DELETE /cameras/{module}/{id}": ({ params, write }) =>
    write(async (tx) => {
      await findCamera(tx, params.module, params.id);
      await deleteRow(tx, "cameras", params.id);
      return undefined;
    }),
  "POST /cameras/{module}/{id}/relink": ({ params, body, write }) =>
    write((tx) =>
      updateCamera(tx, params, () => ({ [reportedIdColumn(params.module)]: body.reportedId, status: "saved" })),
    ),
  "DELETE /cameras/{module}/{id}/slots/{slotId}": ({ params, write }) =>
    write(async (tx) => {
      const { slots } = await findCamera(tx, params.module, params.id);
      if (!slots.some((slot) => slot.id === params.slotId)) throw refuse("record/not-found");
      await deleteRow(tx, "camera_slots", params.slotId);
      return undefined;
    }),
});

const numberedSlots = (count: number) => Array.from({ length: count }, (_, index) => `Slot ${index + 1}`);

/** CAM-4: refuses changes of the uid, the number of slots and the device. */
function refuseRewiring(before: Camera, now: { aiDeviceId: number; uid: string; slots?: number }): void {
  const { pzapp } = before.additionalInfo;
  const errors = [
    { path: "uid", isSame: now.uid === pzapp?.uid },
    { path: "slots", isSame: now.slots === pzapp?.slots },
    { path: "aiDeviceId", isSame: now.aiDeviceId === before.aiDeviceId },
  ]
    .filter(({ isSame }) => !isSame)
    .map(({ path }) => ({ path, message: "Cannot be changed" }));
  if (errors.length > 0)
    throw refuse("request/invalid", { message: errors.map(({ path }) => `${path}: Cannot be changed`), errors });
}

async function findDeviceModule(tx: Tx, aiDeviceId: number): Promise<ModuleKind> {
  const device = await tx.selectFrom("ai_devices").select("module").where("id", "=", aiDeviceId).executeTakeFirst();
  if (device) return device.module as ModuleKind;
  const errors = [{ path: "aiDeviceId", message: "This device does not exist" }];
  throw refuse("request/invalid", { message: "This device does not exist", errors });
}

/** CAM-3, CAM-4, CAM-5: cameras that are entered manually. */
export const manualCameraRoutes = (probe: PortProbe) => ({
  ...handle(countingCameraEndpoints, {
    "POST /cameras/bosch/cc": ({ body: { uid, gateType, vehicleTypes, ...columns }, write }) =>
      write(async (tx) => {
        const pzapp = JSON.stringify({ uid, gateType, vehicleTypes });
        return addCamera(tx, await findDeviceModule(tx, columns.aiDeviceId), { ...columns, pzapp }, { probe });
      }),
    "PUT /cameras/bosch/cc/{id}": ({ params, body, ifMatch, write }) =>
      write((tx) => {
        const { id: _, uid, gateType, vehicleTypes, ...columns } = body;
        const toColumns = (before: Camera) => {
          refuseRewiring(before, body);
          return { ...columns, pzapp: JSON.stringify({ uid, gateType, vehicleTypes }) };
        };
        return updateCamera(tx, { module: "CAMERA_COUNTING", id: params.id }, toColumns, { ifMatch, probe });
      }),
  }),
  ...handle(slotCameraEndpoints, {
    "POST /cameras/bosch/epld": ({ body: { uid, slots, ...columns }, write }) =>
      write(async (tx) => {
        const pzapp = JSON.stringify({ uid, slots });
        return addCamera(
          tx,
          await findDeviceModule(tx, columns.aiDeviceId),
          { ...columns, pzapp },
          { slots: numberedSlots(slots), probe },
        );
      }),
    "PUT /cameras/bosch/epld/{id}": ({ params, body, ifMatch, write }) =>
      write((tx) => {
        const { id: _, uid: _uid, slots: _slots, ...columns } = body;
        const toColumns = (before: Camera) => {
          refuseRewiring(before, body);
          return columns;
        };
        return updateCamera(tx, { module: "EPLD", id: params.id }, toColumns, { ifMatch, probe });
      }),
  }),
  ...handle(plateCameraEndpoints, {
    "POST /cameras/carrida": ({ body, write }) =>
      write(async (tx) => addCamera(tx, await findDeviceModule(tx, body.aiDeviceId), body, { probe })),
    "PUT /cameras/carrida/{id}": ({ params, body, ifMatch, write }) =>
      write((tx) => {
        const { id: _, aiDeviceId: _device, ...columns } = body;
        const plateCamera = { module: "ANPR_ACCESS_CONTROL", id: params.id } as const;
        return updateCamera(tx, plateCamera, () => columns, { ifMatch, probe });
      }),
  }),
});
