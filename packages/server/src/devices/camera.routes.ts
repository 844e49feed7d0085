import type { cameraEndpoints } from "@gatehouse/contract/entities/camera/camera.endpoints";
import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { Handlers } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { deleteRow } from "../resources/delete-row.ts";
import { refuseChangedEchoes } from "../resources/echoed-fields.ts";
import { findCamera, listCameras, reportedIdColumn, updateCamera } from "./camera.store.ts";
import { assignDisplay } from "./camera-display.ts";

type StoredCameraHandlers = Omit<
  Handlers<typeof cameraEndpoints>,
  "POST /cameras/{module}" | "POST /cameras/anpr/{module}" | "POST /cameras/epld" | "POST /cameras/{module}/sync/{id}"
>;

/** Calls on stored cameras that need no connection to their device. */
export const cameraRoutes: StoredCameraHandlers = {
  "GET /cameras/{module}": ({ params, read }) => listCameras(read, params.module),
  "PATCH /cameras/{module}/{id}": ({ params, body, echoed, ifMatch, write }) =>
    write(async (tx) => {
      const { display, ...columns } = body;
      const toColumns = (before: Camera) => {
        refuseChangedEchoes(echoed, before);
        return columns;
      };
      const updated = await updateCamera(tx, params, toColumns, ifMatch);
      await assignDisplay(tx, params.id, display);
      return updated;
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
};
