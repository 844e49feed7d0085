import { DevicesCard } from "../../entities/ai-device/devices-card.tsx";
import { CameraPanel } from "../../entities/camera/camera-panel.tsx";
import { DeviceQualityCard } from "../../entities/data-quality/device-quality-card.tsx";
import { PushSettings } from "../../entities/ingest/push-settings.tsx";
import { MygateCard } from "../../entities/mygate/mygate-card.tsx";
import { tvms } from "../../entities/tvm/tvm.resource.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";

/** Settings of access by number plate. */
export default function AnprSettingsPage() {
  return (
    <Page>
      <DevicesCard title="Access Control ANPR Devices" kind="ANPR_ACCESS_CONTROL">
        {(device) => (
          <>
            <CameraPanel device={device} kind="ANPR_ACCESS_CONTROL" />
            <DeviceQualityCard id={device.id} />
            <PushSettings sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      <ResourceCard title="Ticket Vending Machines" resource={tvms} />
      <MygateCard />
    </Page>
  );
}
