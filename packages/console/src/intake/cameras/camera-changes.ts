import type { DeviceCamera } from "@gatehouse/contract/entities/camera";
import { formatCount } from "@gatehouse/contract/fields/number";
import { codeOf } from "@gatehouse/contract/modules/registry";

type Differences = Pick<DeviceCamera, "newName" | "slotsAdded" | "slotsGone">;

/** Describes how the device's camera differs from the stored one, before anything is changed. */
export function describeCameraChanges({ newName, slotsAdded, slotsGone }: Differences): string | undefined {
  const parts = [
    newName !== null && `renamed to ${newName}`,
    slotsAdded.length > 0 && `${formatCount(slotsAdded.length, "new slot")}: ${slotsAdded.join(", ")}`,
    slotsGone.length > 0 && `gone: ${slotsGone.join(", ")}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `On the device: ${parts.join("; ")}`;
}

/** Whether cameras are numbered by their id here, and not by the one on their device. */
export const isNumberedById = (module: string): boolean => module === codeOf("ANPR_ACCESS_CONTROL");

/** "#" and the number of a camera, then its name. */
export const numberedName = (module: string, { id, reportedId, name }: DeviceCamera): string =>
  `#${isNumberedById(module) ? (id ?? reportedId) : reportedId} ${name}`;
