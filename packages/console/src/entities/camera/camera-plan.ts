import type { DeviceCamera } from "@gatehouse/contract/entities/ai-device/ai-device.endpoints";

type Differences = Pick<DeviceCamera, "newName" | "slotsAdded" | "slotsGone">;

/** CAM-8: how a camera differs on its device from what is stored, said before anything is changed. */
export function cameraPlan({ newName, slotsAdded, slotsGone }: Differences): string | undefined {
  const parts = [
    newName !== null && `renamed to ${newName}`,
    slotsAdded.length > 0 && `${counted(slotsAdded.length, "new slot")}: ${slotsAdded.join(", ")}`,
    slotsGone.length > 0 && `gone: ${slotsGone.join(", ")}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `On the device: ${parts.join("; ")}`;
}

/** A number of things. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
