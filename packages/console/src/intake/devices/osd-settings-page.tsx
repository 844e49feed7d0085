import { DisplaysCard } from "../../gate/displays-card.tsx";
import { DeviceQualityCard } from "../../record/device-quality-card.tsx";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { DevicesCard } from "./devices-card.tsx";

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
