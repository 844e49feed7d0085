import { MygateCard } from "../../access/mygate-card.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { tvms } from "../../gate/tvm.resource.ts";
import { DeviceQualityCard } from "../../record/device-quality-card.tsx";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { DevicesCard } from "./devices-card.tsx";

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
