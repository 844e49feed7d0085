import { DevicesCard } from "../../entities/ai-device/devices-card.tsx";
import { CameraPanel } from "../../entities/camera/camera-panel.tsx";
import { DeviceQualityCard } from "../../entities/data-quality/device-quality-card.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { Page } from "../../ui/page.tsx";

/** Devices and displays of overspeed detection. */
export default function OsdSettingsPage() {
  return (
    <Page>
      <DevicesCard title="Overspeed Detection Devices" kind="OSD">
        {(device) => (
          <>
            <CameraPanel device={device} kind="OSD" />
            <DeviceQualityCard id={device.id} />
            <PushSettings sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      <DisplaysCard scope="osd" />
    </Page>
  );
}
