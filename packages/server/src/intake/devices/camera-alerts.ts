import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import type { CameraMatch } from "@gatehouse/engine/reconcile/reconcile";
import { raiseAlert } from "../../alert/alert.store.ts";
import type { Tx } from "../../platform/database/database.ts";

const subject = (cameraId: number, slot?: string) => `camera ${cameraId}${slot === undefined ? "" : ` slot ${slot}`}`;

/** The alerts for the differences between a slot camera's report and its record. */
function causesOf({ id, name, newName, slotsAdded, slotsGone }: CameraMatch): AlertCause[] {
  if (id === null) return [];
  const about = { scope: "epld" as const };
  const renamed = newName === null ? [] : [newName];
  return [
    ...renamed.map((now) => ({
      ...about,
      type: "EPLD_CAMERA_NAME_CHANGE" as const,
      subject: subject(id),
      title: "Camera renamed",
      description: `Camera "${name}" is called "${now}" on its device.`,
      additionalInfo: { error: `The name changed from "${name}" to "${now}"`, cameraId: id },
    })),
    ...slotsAdded.map((slot) => ({
      ...about,
      type: "EPLD_NEW_SLOT" as const,
      subject: subject(id, slot),
      title: "New slot",
      description: `Camera "${name}" has a new slot "${slot}".`,
      additionalInfo: { error: `Unknown slot "${slot}"`, cameraId: id, slot },
    })),
    ...slotsGone.map((slot) => ({
      ...about,
      type: "EPLD_MISSING_SLOT" as const,
      subject: subject(id, slot),
      title: "Missing slot",
      description: `Camera "${name}" no longer has the slot "${slot}".`,
      additionalInfo: { error: `Slot "${slot}" is gone`, cameraId: id, slot },
    })),
  ];
}

/** Raises the alerts for the differences between a camera's report and its record. */
export async function raiseCameraAlerts(tx: Tx, camera: CameraMatch, now: Date): Promise<void> {
  for (const cause of causesOf(camera)) await raiseAlert(tx, cause, now);
}

/** Resolves the alerts of new slots that a sync has stored. */
export async function resolveNewSlotAlerts(
  tx: Tx,
  cameraId: number,
  slots: readonly string[],
  now: Date,
): Promise<void> {
  if (slots.length === 0) return;
  await tx
    .updateTable("alerts")
    .set({ status: "resolved", resolvedAt: now })
    .where("type", "=", "EPLD_NEW_SLOT")
    .where("status", "=", "new")
    .where(
      "subject",
      "in",
      slots.map((slot) => subject(cameraId, slot)),
    )
    .execute();
}
