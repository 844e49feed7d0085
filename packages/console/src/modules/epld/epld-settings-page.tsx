import { DevicesCard } from "../../entities/ai-device/devices-card.tsx";
import { CameraPanel } from "../../entities/camera/camera-panel.tsx";
import { DeviceQualityCard } from "../../entities/data-quality/device-quality-card.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { slotControllers } from "../../entities/slot-controller/slot-controller.resource.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

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
