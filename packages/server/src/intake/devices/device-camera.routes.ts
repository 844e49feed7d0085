import { findIn } from "@gatehouse/contract/collections";
import { type Camera, type reportedCameraDraft, sinkPortError } from "@gatehouse/contract/entities/camera";
import { type cameraEndpoints, deviceCameraEndpoints } from "@gatehouse/contract/entities/camera.endpoints";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { CameraMatch } from "@gatehouse/engine/reconcile/reconcile";
import type * as z from "zod";
import { raiseAlert } from "../../alert/alert.store.ts";
import { siteHttp } from "../../alert/site-http.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type Call, type Handlers, handle } from "../../platform/http/call.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";
import { rejectChangedCopy } from "../../platform/resources/echoed-fields.ts";
import { lockRow, updateRow } from "../../platform/resources/versioned-row.ts";
import type { Services } from "../../platform/services.ts";
import {
  addCamera,
  addSlots,
  findCamera,
  isKnownFromEvents,
  listCamerasOfDevice,
  reportedIdColumn,
  updateCamera,
  withoutPasswords,
} from "./camera.store.ts";
import { raiseCameraAlerts, resolveNewSlotAlerts } from "./camera-alerts.ts";
import { assignDisplay } from "./camera-display.ts";
import {
  findReportingDevice,
  type ReachableDevice,
  reconcileCameras,
  requireReportedCameras,
} from "./camera-reconciliation.ts";
import { type PortProbe, usesSinkPort } from "./sink-port.ts";

/** Assigns a new camera to a gate that has none. */
async function assignGate(
  tx: Tx,
  { module, cameraId, gateId }: { module: ModuleKind; cameraId: number; gateId: number },
): Promise<void> {
  if (module !== "ANPR_ACCESS_CONTROL") throw gateError("Only cameras of ANPR access control belong to gates");
  await lockRow(tx, "gates", gateId);
  const gate = await tx
    .selectFrom("gates")
    .leftJoin("cameras", "cameras.id", "gates.cameraId")
    .select(["gates.name", "cameras.name as camera"])
    .where("gates.id", "=", gateId)
    .executeTakeFirst();
  if (!gate) throw gateError("This gate does not exist");
  if (gate.camera !== null) throw gateError(`${gate.name} already has the camera ${gate.camera}`);
  await updateRow(tx, "gates", gateId, { cameraId });
}

const gateError = (message: string) => httpError("request/invalid", { message, errors: [{ path: "gateId", message }] });

type Draft = z.output<typeof reportedCameraDraft>;
type DeviceHandlers = Pick<
  Handlers<typeof cameraEndpoints>,
  "POST /cameras/{module}" | "POST /cameras/anpr/{module}" | "POST /cameras/epld" | "POST /cameras/{module}/sync/{id}"
>;
type SaveCall = Pick<Call<(typeof cameraEndpoints)["POST /cameras/epld"]>, "body" | "echoed" | "write" | "read">;

/** Calls that request data from a device: list its cameras, save one of them, sync one of them. */
export const deviceCameraRoutes = ({ clock, db, secrets }: Services, probe: PortProbe) => {
  const http = siteHttp(db);

  /** Saves a reported camera. Its slots come from the device, not from the request. */
  async function save({ body, echoed, write, read }: SaveCall, module: ModuleKind): Promise<Camera> {
    const { reportedId, display, gateId, ...columns } = body;
    const isKnown = await isKnownFromEvents(read, module, body);
    // A device that only pushes can't be asked.
    const device = isKnown ? undefined : await findReportingDevice(read, secrets, body.aiDeviceId);
    if (device && device.module !== module) throw invalid("aiDeviceId", "This device belongs to another module");
    await rejectMissingSinkPort(read, body);
    const slots = device ? await listReportedSlots(device, reportedId) : [];
    const reportedColumns = { ...columns, [reportedIdColumn(module)]: reportedId };
    return write(async (tx) => {
      const saved = await addCamera(tx, module, reportedColumns, { slots, probe });
      rejectChangedCopy(withoutReported(echoed), saved);
      if (gateId) await assignGate(tx, { module, cameraId: saved.id, gateId });
      await assignDisplay(tx, saved.id, display);
      return findCamera(tx, module, saved.id);
    });
  }

  async function listReportedSlots(device: ReachableDevice, reportedId: string): Promise<string[]> {
    const reported = (await requireReportedCameras(device, http)).find((camera) => camera.id === reportedId);
    if (!reported) throw invalid("reportedId", "The device does not report this camera");
    return [...new Set(reported.slots.map((slot) => slot.name))];
  }

  /**
   * Stores the name and slots that the device reports, and raises alerts for the differences. The device call takes
   * place outside of the transaction; the comparison uses the locked record, so changes made meanwhile are kept.
   */
  async function sync(module: ModuleKind, id: number, { read, write }: Pick<SaveCall, "write" | "read">) {
    const { aiDeviceId, name } = await findCamera(read, module, id);
    const device = await findReportingDevice(read, secrets, aiDeviceId);
    const reported = await requireReportedCameras(device, http);
    return write((tx) =>
      updateCamera(tx, { module, id }, async (current) => {
        const found = (await reconcileCameras(tx, device, reported)).find((camera) => camera.id === id);
        if (!found || found.status === "zombie") throw httpError("device/camera-gone");
        // A name that a person entered during the device call is newer than the reported one.
        const newName = current.name === name ? found.newName : null;
        await addSlots(tx, id, found.slotsAdded);
        if (module === "EPLD") await reportSlotChanges(tx, { ...found, newName }, id);
        return { name: newName ?? current.name, status: "saved" };
      }),
    );
  }

  async function reportSlotChanges(tx: Tx, found: CameraMatch, id: number): Promise<void> {
    const now = clock.now();
    // The added slots are stored in the same transaction, so they need no alert.
    await raiseCameraAlerts(tx, { ...found, slotsAdded: [] }, now);
    await resolveNewSlotAlerts(tx, id, found.slotsAdded, now);
  }

  async function reportFailedSync(module: ModuleKind, id: number, refusal: HttpError): Promise<void> {
    if (module !== "ANPR_ACCESS_CONTROL" && module !== "RFID_ACCESS_CONTROL") return;
    const error = [refusal.body.message].flat().join(", ");
    const cause = {
      type: "AC_CAMERA_SYNC_FAILED" as const,
      scope: "ac" as const,
      subject: `camera ${id}`,
      title: "Camera sync failed",
      description: `Camera #${id} could not be read from its device.`,
      additionalInfo: { error, cameraId: id },
    };
    await db.transaction().execute((tx) => raiseAlert(tx, cause, clock.now()));
  }

  const handlers: DeviceHandlers = {
    "POST /cameras/{module}": (call) => save(call, call.params.module),
    "POST /cameras/anpr/{module}": (call) => save(call, call.params.module),
    "POST /cameras/epld": (call) => save(call, "EPLD"),
    "POST /cameras/{module}/sync/{id}": async (call) => {
      const { module, id } = call.params;
      try {
        return await sync(module, id, call);
      } catch (error) {
        if (error instanceof HttpError && error.code.startsWith("device/")) await reportFailedSync(module, id, error);
        throw error;
      }
    },
  };

  return {
    ...handlers,
    ...handle(deviceCameraEndpoints, {
      "GET /ai-devices/{id}/cameras": async ({ params, read, person }) => {
        const device = await findReportingDevice(read, secrets, params.id);
        const matched = await reconcileCameras(read, device, await requireReportedCameras(device, http));
        const stored = new Map((await listCamerasOfDevice(read, device.id)).map((camera) => [camera.id, camera]));
        const toShown = person.permissions.has("devices") ? (camera: Camera) => camera : withoutPasswords;
        return matched.map(({ slots, ...camera }) => {
          const known = findIn(stored, camera.id);
          return {
            ...(known ? toShown(known) : unsavedCamera(device, camera.name)),
            ...camera,
            [reportedIdColumn(device.module)]: camera.reportedId,
            slots: known?.slots ?? slots.map((name) => ({ id: null, name, displayName: name })),
            slotsAdded: [...camera.slotsAdded],
            slotsGone: [...camera.slotsGone],
          };
        });
      },
    }),
  };
};

/** The fields of a camera that only its device knows yet. */
const unsavedCamera = ({ id: aiDeviceId, module }: ReachableDevice, label: string) => ({
  version: null,
  label,
  module,
  aiDeviceId,
  ip: null,
  port: null,
  sinkPort: null,
  location: null,
  anprCameraId: null,
  epldCameraId: null,
  laneId: null,
  tvm: null,
  display: null,
  isBidirectional: false,
  isHealthy: true,
  stream: {
    rtspStreamUrl: null,
    mediaServerWebsocketUrl: null,
    mediaServerFrameUrl: null,
    mediaServerHealthUrl: null,
  },
  additionalInfo: {},
});

/** What the list of a device's cameras shows besides the stored fields changes when a camera is saved. */
function withoutReported({ label, status, slots, newName, slotsAdded, slotsGone, ...echoed }: SaveCall["echoed"]) {
  return echoed;
}

function invalid(path: string, message: string): HttpError {
  return httpError("request/invalid", { message, errors: [{ path, message }] });
}

/** Rejects a missing sink port for vendors whose cameras push to a port of their own on this server. */
async function rejectMissingSinkPort(db: ReadDb, { aiDeviceId, sinkPort }: Draft): Promise<void> {
  if (!sinkPort && (await usesSinkPort(db, aiDeviceId))) throw invalid("sinkPort", sinkPortError);
}
