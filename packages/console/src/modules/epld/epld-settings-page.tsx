import { DevicesCard } from "../../entities/ai-device/devices-card.tsx";
import { CameraPanel } from "../../entities/camera/camera-panel.tsx";
import { DisplaysCard } from "../../entities/display/displays-card.tsx";
import { Pushing } from "../../entities/ingest/pushing.tsx";
import { SlotControllersPanel } from "../../entities/slot-controller/slot-controllers-panel.tsx";
import { Page } from "../../ui/page.tsx";

/** AIDEV-1, DISP-1: the devices and displays of this module. */
export default function EpldSettingsPage() {
  return (
    <Page>
      <DevicesCard title="EPLD Devices" kind="EPLD">
        {(device) => (
          <>
            {device.vendor === "pz_qube" ? (
              <SlotControllersPanel device={device} />
            ) : (
              <CameraPanel device={device} kind="EPLD" />
            )}
            <Pushing sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      <DisplaysCard scope="epld" />
    </Page>
  );
}
