import { OpenAlerts } from "../../alert/open-alerts.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { DeviceQualityCard } from "../../record/device-quality-card.tsx";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { DevicesCard } from "./devices-card.tsx";

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
