import { assertFound } from "@gatehouse/contract/assert-found";
import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { describeCameraChanges, isNumberedById, numberedName } from "./camera-changes.ts";
import classes from "./camera-panel.module.css";
import { CameraSlots } from "./camera-slots.tsx";

interface SavedCameraProps {
  module: string;
  camera: DeviceCamera;
  /** False for a device without an address, which can't be asked. */
  canSync: boolean;
  slots: Camera["slots"];
  location: string | null;
  onEdit: () => void;
}

/** CAM-1: a saved camera with its differences on the device; Sync applies them. */
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
