import { assertFound } from "@gatehouse/contract/assert-found";
import type { DeviceCamera } from "@gatehouse/contract/entities/camera";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import { isNumberedById, numberedName } from "./camera-changes.ts";
import classes from "./camera-panel.module.css";

interface MissingCameraProps {
  module: string;
  camera: DeviceCamera;
  /** Candidates for a relink. */
  unsaved: readonly DeviceCamera[];
}

/** CAM-1: a camera that is no longer on its device: delete it, or relink it to a reported one. */
export function MissingCamera({ module, camera, unsaved }: MissingCameraProps) {
  const canChange = useMay()("POST /cameras/{module}/{id}/relink");
  const id = assertFound(camera.id, "a missing camera without an id");
  const removal = useDeleteRecord({ key: "DELETE /cameras/{module}/{id}", noun: "camera", topics: ["cameras"] });
  const relink = useAction("POST /cameras/{module}/{id}/relink", { topics: ["cameras"] });
  // Cameras with the same name first.
  const candidates = unsaved.toSorted((a, b) => Number(b.name === camera.name) - Number(a.name === camera.name));
  return (
    <li className={classes.camera}>
      <span className={classes.name}>{numberedName(module, camera)}</span>
      {isNumberedById(module) && <span className={classes.id}>{camera.reportedId}</span>}
      {canChange && unsaved.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<IconChevronDown size={14} aria-hidden />}
              loading={relink.isPending}
              aria-label={`Relink ${camera.name}`}
            >
              Relink
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Relink to</Menu.Label>
            {candidates.map((candidate) => (
              <Menu.Item
                key={candidate.reportedId}
                onClick={() => relink.mutate({ params: { module, id }, body: { reportedId: candidate.reportedId } })}
              >
                {numberedName(module, candidate)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {canChange && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.danger}
          aria-label={`Delete ${camera.name}`}
          loading={removal.isPending}
          onClick={() => void removal.confirmAndDelete(camera.name, { params: { module, id } })}
        >
          Delete
        </Button>
      )}
      {removal.notice}
    </li>
  );
}
