import type { Camera } from "@gatehouse/contract/entities/camera";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useDeleteRecord } from "../../forms/use-delete-record.tsx";
import classes from "./camera-panel.module.css";

interface CameraSlotsProps {
  module: string;
  cameraId: number;
  slots: Camera["slots"];
  /** Names of the slots that are no longer on the device. */
  gone: readonly string[];
}

/** CAM-9: the slots of a camera; those no longer on the device can be deleted. */
export function CameraSlots({ module, cameraId, slots, gone }: CameraSlotsProps) {
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
