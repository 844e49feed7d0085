import type { DeviceCamera } from "@gatehouse/contract/entities/ai-device/ai-device.endpoints";
import { formatCount } from "@gatehouse/contract/fields/count";

type Differences = Pick<DeviceCamera, "newName" | "slotsAdded" | "slotsGone">;

/** CAM-8: describes how the device's camera differs from the stored one, before anything is changed. */
export function describeCameraChanges({ newName, slotsAdded, slotsGone }: Differences): string | undefined {
  const parts = [
    newName !== null && `renamed to ${newName}`,
    slotsAdded.length > 0 && `${formatCount(slotsAdded.length, "new slot")}: ${slotsAdded.join(", ")}`,
    slotsGone.length > 0 && `gone: ${slotsGone.join(", ")}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `On the device: ${parts.join("; ")}`;
}
