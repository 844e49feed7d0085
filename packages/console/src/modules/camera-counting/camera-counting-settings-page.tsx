import { DevicesCard } from "../../entities/ai-device/devices-card.tsx";
import { OpenAlerts } from "../../entities/alert/open-alerts.tsx";
import { CameraPanel } from "../../entities/camera/camera-panel.tsx";
import { DeviceQualityCard } from "../../entities/data-quality/device-quality-card.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { Page } from "../../ui/page.tsx";

/** Alerts, devices and displays of camera counting. */
export default function CameraCountingSettingsPage() {
  return (
    <Page>
      <OpenAlerts scope="cc" />
      <DevicesCard title="Camera Counting Devices" kind="CAMERA_COUNTING">
        {(device) => (
          <>
            <CameraPanel device={device} kind="CAMERA_COUNTING" />
            <DeviceQualityCard id={device.id} />
            <PushSettings sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      <DisplaysCard scope="cc" />
    </Page>
  );
}
