import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { manufacturerTitle, plateFormatCodes } from "@gatehouse/contract/plate-formats";
import { type VendorCode, vendors } from "@gatehouse/contract/vendors";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { MygateCard } from "../../access/mygate-card.tsx";
import { OpenAlerts } from "../../alert/open-alerts.tsx";
import { callQuery } from "../../api/call-query.ts";
import { AddMenu } from "../../forms/add-menu.tsx";
import type { Choice } from "../../forms/field.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { slotControllers } from "../../gate/slot-controller.resource.ts";
import { tvms } from "../../gate/tvm.resource.ts";
import { Page } from "../../ui/page.tsx";
import { CameraPanel } from "../cameras/camera-panel.tsx";
import { PushSettings } from "../ingest/push-card.tsx";
import { aiDevices, readsPlates } from "./ai-device.resource.tsx";
import { DeviceQualityCard } from "./device-quality-card.tsx";

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

interface DevicesCardProps {
  title: string;
  kind: ModuleKind;
  /** Rendered below a device's form: cameras, slot controllers. */
  children: (device: AiDevice) => ReactNode;
}

/**
 * The devices of a module, each with an expandable form. The module determines the vendors that can be added.
 */
function DevicesCard({ title, kind, children }: DevicesCardProps) {
  const codes: readonly VendorCode[] = modules[kind].vendors.map(({ code }) => code);
  const first = codes[0] ?? "generic";
  useExpandDeviceOfCamera(modules[kind].code);
  return (
    <ResourceCard
      title={title}
      resource={aiDevices(kind, first)}
      kindOf={(opened: string | AiDevice) =>
        typeof opened === "string"
          ? newDevices(kind, codes.find((code) => code === opened) ?? first, opened)
          : aiDevices(kind, opened.vendor, { device: opened })
      }
      add={(openNew) => (
        <AddMenu
          label="Add device"
          kinds={codes.map((code): Choice => ({ value: code, label: vendors[code].title }))}
          more={readsPlates(kind) && codes.includes("generic") ? manufacturers : undefined}
          onAdd={openNew}
        />
      )}
      below={children}
    />
  );
}

const manufacturers = {
  title: "By manufacturer",
  kinds: plateFormatCodes.map((code): Choice => ({ value: `format-${code}`, label: manufacturerTitle(code) })),
};

/** A new device of a vendor, or of a manufacturer whose format is built in. */
function newDevices(kind: ModuleKind, vendor: VendorCode, opened: string) {
  const format = plateFormatCodes.find((code) => opened === `format-${code}`);
  return format ? aiDevices(kind, "generic", { format }) : aiDevices(kind, vendor);
}

/** A link to a camera names only the camera: expands its device. */
function useExpandDeviceOfCamera(module: string): void {
  const { id } = useOpenRecord("cameras");
  const navigate = useNavigate();
  const cameras = useQuery({
    ...callQuery("cameras", "GET /cameras/{module}", { params: { module } }),
    enabled: id !== undefined,
  });
  const home = cameras.data?.find((camera) => camera.id === id)?.aiDeviceId;
  useEffect(() => {
    if (id === undefined || home === undefined) return;
    void navigate({ to: ".", search: { open: `ai_devices.${home}.cameras.${id}` }, replace: true, resetScroll: false });
  }, [id, home, navigate]);
}
