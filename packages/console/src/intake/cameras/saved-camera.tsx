import { assertFound } from "@gatehouse/contract/assert-found";
import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { describeCameraChanges, isNumberedById, numberedName } from "./camera-changes.ts";
import classes from "./camera-panel.module.css";

interface SavedCameraProps {
  module: string;
  camera: DeviceCamera;
  /** False for a device without an address, which can't be asked. */
  canSync: boolean;
  slots: Camera["slots"];
  location: string | null;
  onEdit: () => void;
}

/** A saved camera with its differences on the device; Sync applies them. */
export function SavedCamera({ module, camera, canSync, slots, location, onEdit }: SavedCameraProps) {
  const may = useMay();
  const id = assertFound(camera.id, "a saved camera without an id");
  const sync = useAction("POST /cameras/{module}/sync/{id}", { topics: ["cameras", "alerts"] });
  const plan = describeCameraChanges(camera);
  const hasNews = camera.newName !== null || camera.slotsAdded.length > 0;
  return (
    <li className={classes.camera}>
      <button type="button" className={classes.name} onClick={onEdit}>
        {numberedName(module, camera)}
      </button>
      {isNumberedById(module) && <span className={classes.id}>{camera.reportedId}</span>}
      {location !== null && <span className={classes.id}>{location}</span>}
      {canSync && may("POST /cameras/{module}/sync/{id}") && (
        <Button
          size="compact-sm"
          variant={hasNews ? "filled" : "default"}
          aria-label={`Sync ${camera.name}`}
          loading={sync.isPending}
          onClick={() => sync.mutate({ params: { module, id } })}
        >
          Sync
        </Button>
      )}
      {plan !== undefined && <p className={classes.plan}>{plan}</p>}
      {slots.length > 0 && <CameraSlots module={module} cameraId={id} slots={slots} gone={camera.slotsGone} />}
    </li>
  );
}

interface CameraSlotsProps {
  module: string;
  cameraId: number;
  slots: Camera["slots"];
  /** Names of the slots that are no longer on the device. */
  gone: readonly string[];
}

/** The slots of a camera; those no longer on the device can be deleted. */
function CameraSlots({ module, cameraId, slots, gone }: CameraSlotsProps) {
  const may = useMay();
  const removal = useDeleteRecord({
    key: "DELETE /cameras/{module}/{id}/slots/{slotId}",
    noun: "slot",
    topics: ["cameras", "variables", "alerts"],
  });
  return (
    <details className={classes.slots} open={gone.length > 0}>
      <summary>{formatCount(slots.length, "slot")}</summary>
      <ul>
        {slots.map((slot) => {
          const isGone = gone.includes(slot.name);
          return (
            <li key={slot.id} data-gone={isGone || undefined}>
              {isGone ? `${slot.name}, gone` : slot.name}
              {isGone && may("DELETE /cameras/{module}/{id}/slots/{slotId}") && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  className={classes.danger}
                  aria-label={`Delete slot ${slot.name}`}
                  loading={removal.isPending}
                  onClick={() =>
                    void removal.confirmAndDelete(slot.name, { params: { module, id: cameraId, slotId: slot.id } })
                  }
                >
                  <IconTrash size={14} aria-hidden />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {removal.notice}
    </details>
  );
}
