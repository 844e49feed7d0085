import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { MygateCard } from "../../access/mygate-card.tsx";
import { OpenAlerts } from "../../alert/open-alerts.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { slotControllers } from "../../gate/slot-controller.resource.ts";
import { tvms } from "../../gate/tvm.resource.ts";
import { DeviceQualityCard } from "../../record/device-quality-card.tsx";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-settings.tsx";
import { DevicesCard } from "./devices-card.tsx";

interface DeviceSettingsPageProps {
  kind: ModuleKind;
  title: string;
  displays?: DisplayScope;
}

/** The AI devices of a module with their cameras, and its displays. */
export default function DeviceSettingsPage({ kind, title, displays }: DeviceSettingsPageProps) {
  return (
    <Page>
      {/* Camera counting has no page of alerts. */}
      {kind === "CAMERA_COUNTING" && <OpenAlerts scope="cc" />}
      <DevicesCard title={title} kind={kind}>
        {(device) => (
          <>
            {/* Slot sensors only: it has no cameras. */}
            {device.vendor !== "pz_qube" && <CameraPanel device={device} kind={kind} />}
            {kind === "EPLD" && (
              <ResourceCard
                title="Slot Controllers"
                purpose={device.label}
                inside={`ai_devices.${device.id}`}
                isChips
                resource={slotControllers(device.id)}
              />
            )}
            <DeviceQualityCard id={device.id} />
            <PushSettings sender="ai-devices" id={device.id} />
          </>
        )}
      </DevicesCard>
      {displays !== undefined && <DisplaysCard scope={displays} />}
      {kind === "ANPR_ACCESS_CONTROL" && (
        <>
          <ResourceCard title="Ticket Vending Machines" resource={tvms} />
          <MygateCard />
        </>
      )}
    </Page>
  );
}
