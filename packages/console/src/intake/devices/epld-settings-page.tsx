import { ResourceCard } from "../../forms/resource-card.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { slotControllers } from "../../gate/slot-controller.resource.ts";
import { DeviceQualityCard } from "../../record/device-quality-card.tsx";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { DevicesCard } from "./devices-card.tsx";

/** Devices and displays of empty parking lot detection. */
export default function EpldSettingsPage() {
  return (
    <Page>
      <DevicesCard title="EPLD Devices" kind="EPLD">
        {(device) => (
          <>
            {/* Slot sensors only: it has no cameras. */}
            {device.vendor !== "pz_qube" && <CameraPanel device={device} kind="EPLD" />}
            <ResourceCard
              title="Slot Controllers"
              purpose={device.label}
              inside={`ai_devices.${device.id}`}
              isChips
              resource={slotControllers(device.id)}
            />
            <DeviceQualityCard id={device.id} />
            <PushSettings sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      <DisplaysCard scope="epld" />
    </Page>
  );
}
