import type { Camera } from "@gatehouse/contract/entities/camera";
import type { cameraEndpoints } from "@gatehouse/contract/entities/camera.endpoints";
import { required } from "@gatehouse/contract/fields/required";
import { type VendorCode, vendors } from "@gatehouse/contract/vendors";
import type { Tx } from "../../platform/database/database.ts";
import type { Handlers } from "../../platform/http/call.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { deleteRow } from "../../platform/resources/delete-row.ts";
import { rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { findCamera, listCameras, reportedIdColumn, updateCamera, withoutPasswords } from "./camera.store.ts";
import { assignDisplay } from "./camera-display.ts";
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
  "GET /cameras/{module}": async ({ params, read, person }) => {
    const cameras = await listCameras(read, params.module);
    return person.permissions.has("devices") ? cameras : cameras.map(withoutPasswords);
  },
  "GET /cameras/{module}/{id}": async ({ params, read, person }) => {
    const camera = await findCamera(read, params.module, params.id);
    return person.permissions.has("devices") ? camera : withoutPasswords(camera);
  },
  "PATCH /cameras/{module}/{id}": ({ params, body, echoed, ifMatch, write }) =>
    write(async (tx) => {
      const { display, ...columns } = body;
      const read: Camera[] = [];
      const toColumns = async (before: Camera) => {
        read.push(before);
        await rejectMissingAddress(tx, before, columns);
        return columns;
      };
      const after = await updateCamera(tx, params, toColumns, { ifMatch, probe });
      rejectChangedEchoes(echoed, ...read, after);
      await assignDisplay(tx, params.id, display);
      return findCamera(tx, params.module, params.id);
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
      if (!slots.some((slot) => slot.id === params.slotId)) throw httpError("record/not-found");
      await deleteRow(tx, "camera_slots", params.slotId);
      return undefined;
    }),
});

type Address = { ip?: string | null | undefined; port?: number | null | undefined };

/** A camera that was entered manually keeps its address; one that its device reports needs none. */
async function rejectMissingAddress(tx: Tx, before: Camera, columns: Address): Promise<void> {
  if (columns.ip !== null || before.ip === null) return;
  const { vendor } = await tx
    .selectFrom("ai_devices")
    .select("vendor")
    .where("id", "=", before.aiDeviceId)
    .executeTakeFirstOrThrow();
  if (vendors[vendor as VendorCode].reportsCameras) return;
  throw invalidFields([{ path: "ip", message: required }]);
}
