import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { slotControllers } from "./slot-controller.resource.ts";

/** SLOT-1: the slot controllers of a device. */
export function SlotControllersPanel({ device }: { device: AiDevice }) {
  return (
    <ResourceCard
      title="Slot Controllers"
      purpose={device.label}
      inside={`ai_devices.${device.id}`}
      isChips
      resource={slotControllers(device.id)}
    />
  );
}
