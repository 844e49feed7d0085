import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module-kind";
import { modules } from "@gatehouse/contract/modules/registry";
import { type VendorCode, vendors } from "@gatehouse/contract/vendors/registry";
import type { ReactNode } from "react";
import { AddMenu } from "../../forms/add-menu.tsx";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { aiDevices } from "./ai-device.resource.tsx";
import { useHomeOfCamera } from "./use-home-of-camera.ts";

interface DevicesCardProps {
  title: string;
  kind: ModuleKind;
  /** What stands beneath a device's form: its cameras, its slot controllers. */
  children: (device: AiDevice) => ReactNode;
}

/** AIDEV-1: a module's devices, each a form that unfolds; what can be added is what the module allows. */
export function DevicesCard({ title, kind, children }: DevicesCardProps) {
  const codes: readonly VendorCode[] = modules[kind].vendors.map(({ code }) => code);
  const first = codes[0] ?? "generic";
  useHomeOfCamera(modules[kind].code);
  return (
    <ResourceCard
      title={title}
      resource={aiDevices(kind, first)}
      kindOf={(opened: string | AiDevice) =>
        typeof opened === "string"
          ? aiDevices(kind, codes.find((code) => code === opened) ?? first)
          : aiDevices(kind, opened.vendor, opened)
      }
      add={(openNew) => (
        <AddMenu
          label="Add device"
          kinds={codes.map((code) => ({ value: code, label: vendors[code].title }))}
          onAdd={openNew}
        />
      )}
      below={children}
    />
  );
}
