import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { type Gate, gate, gateEndpoints } from "@gatehouse/contract/entities/gate";
import { gateReaderErrors } from "@gatehouse/contract/entities/gate.messages";
import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { type VendorCode, vendors } from "@gatehouse/contract/vendors";
import type { Tx } from "../../platform/database/database.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { replaceParts } from "../../platform/resources/ordered-parts.ts";
import { resource } from "../../platform/resources/resource.ts";
import { lockRow, updateRow } from "../../platform/resources/versioned-row.ts";

/** Gates and their wiring. */
export const gateRoutes = resource<typeof gateEndpoints, Gate>(gateEndpoints, {
  table: "gates",
  view: "gate_records",
  record: gate,
  encode: ({ displayIds: _, ...columns }) => columns,
  writeParts: async (tx, gateId, { displayIds, cameraId }) => {
    if (cameraId !== null) await savePushedCamera(tx, Number(cameraId));
    const parts = (displayIds as number[]).map((displayId) => ({ displayId }));
    return replaceParts(tx, "gate_displays", { gateId }, parts);
  },
  guardSaved: (tx, id, _person, before) => rejectOtherReader(tx, id, before),
  constraints: {
    gates_name: { path: "name", message: "Another gate has this name" },
    gates_sensor: { path: "sensorId", message: "This reader does not exist" },
    gates_camera: { path: "cameraId", message: "This camera does not exist" },
    gates_boom_barrier: { path: "boomBarrierId", message: "This boom barrier does not exist" },
    gates_buzzer: { path: "buzzerId", message: "This buzzer does not exist" },
    gates_loop: { path: "loopId", message: "This loop detector does not exist" },
    gates_from_area: { path: "fromAreaId", message: accessErrors.unknownArea },
    gates_to_area: { path: "toAreaId", message: accessErrors.unknownArea },
    gate_displays_display: { path: "displayIds", message: "One of these displays does not exist" },
  },
});

/** Rejects a reader of the other direction. A gate that has one already may be changed in other ways. */
async function rejectOtherReader(tx: Tx, id: number, before?: Gate): Promise<void> {
  const wired = await tx
    .selectFrom("gates")
    .innerJoin("sensors", "sensors.id", "gates.sensorId")
    .select(["gates.type", "sensorId", "sensors.scope", "sensors.additionalInfo"])
    .where("gates.id", "=", id)
    .executeTakeFirst();
  if (!wired || (before?.type === wired.type && before.sensorId === wired.sensorId)) return;
  const { gtp } = wired.additionalInfo as Sensor["additionalInfo"];
  if (wired.scope === "ac" && gtp === wired.type) return;
  const message = wired.scope === "ac" ? gateReaderErrors.otherDirection(gtp) : gateReaderErrors.notAReader;
  throw httpError("request/invalid", { message, errors: [{ path: "sensorId", message }] });
}

/** A camera that is known from its events is saved with the gate that uses it. */
async function savePushedCamera(tx: Tx, id: number): Promise<void> {
  const camera = await tx
    .selectFrom("cameras")
    .innerJoin("ai_devices", "ai_devices.id", "cameras.aiDeviceId")
    .select(["cameras.name", "sinkPort", "vendor"])
    .where("cameras.id", "=", id)
    .where("status", "=", "new")
    .executeTakeFirst();
  if (!camera) return;
  if (camera.sinkPort === null && vendors[camera.vendor as VendorCode].usesSinkPort) {
    throw invalidFields([
      { path: "cameraId", message: `Save ${camera.name} at its device first: it needs a sink port` },
    ]);
  }
  await lockRow(tx, "cameras", id);
  await updateRow(tx, "cameras", id, { status: "saved" });
}
