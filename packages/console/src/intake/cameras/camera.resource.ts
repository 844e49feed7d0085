import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import { cameraPanelTexts } from "@gatehouse/contract/entities/camera.messages";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { vendors } from "@gatehouse/contract/vendors";
import type { Resource } from "../../forms/resource.ts";
import {
  countingCameraFields,
  gateOfCamera,
  plateCameraFields,
  reportedCameraFields,
  slotCameraFields,
} from "./camera-fields.ts";

const loadRules = () => import("@gatehouse/contract/entities/camera");

/** Common part of all camera resources. */
const camerasOf = (device: AiDevice, kind: ModuleKind) =>
  ({
    topic: "cameras",
    name: "cameras",
    noun: "camera",
    titles: { add: "Add Camera", edit: "Edit Camera" },
    list: {
      key: "GET /cameras/{module}",
      params: { module: modules[kind].code },
      when: ({ aiDeviceId }) => aiDeviceId === device.id,
    },
    remove: "DELETE /cameras/{module}/{id}",
    texts: { empty: cameraPanelTexts.noneSaved, purpose: "Cameras of this vendor are added manually." },
    title: ({ name }) => name,
    details: ({ location }) => location,
  }) as const satisfies Partial<Resource<Camera>>;

type ManualCameraKind = Pick<Resource<Camera>, "create" | "change" | "draft" | "fields" | "title">;

const numberedByUid = ({ additionalInfo: { pzapp }, id }: Camera) => `#${pzapp?.uid ?? id}`;

const counting: ManualCameraKind = {
  create: "POST /cameras/bosch/cc",
  change: "PUT /cameras/bosch/cc/{id}",
  draft: () => loadRules().then((file) => file.countingCameraDraft),
  fields: countingCameraFields,
  title: numberedByUid,
};
const slotCounting: ManualCameraKind = {
  create: "POST /cameras/bosch/epld",
  change: "PUT /cameras/bosch/epld/{id}",
  draft: () => loadRules().then((file) => file.slotCameraDraft),
  fields: slotCameraFields,
  title: numberedByUid,
};
const plateAccess: ManualCameraKind = {
  create: "POST /cameras/carrida",
  change: "PUT /cameras/carrida/{id}",
  draft: () => loadRules().then((file) => file.plateCameraDraft),
  fields: plateCameraFields,
  title: ({ id, name }) => `#${id} ${name}`,
};

/** Cameras of a device that are entered manually. */
export function manualCameras(device: AiDevice, kind: ModuleKind): Resource<Camera> {
  const boschKind = kind === "EPLD" ? slotCounting : counting;
  return {
    ...camerasOf(device, kind),
    fixed: { aiDeviceId: device.id },
    ...(device.vendor === "carrida" ? plateAccess : boschKind),
  };
}

/** Saved cameras that their device reports. */
export function reportedCameras(device: AiDevice, kind: ModuleKind): Resource<Camera> {
  const { usesSinkPort } = vendors[device.vendor];
  return {
    ...camerasOf(device, kind),
    create: kind === "EPLD" ? "POST /cameras/epld" : "POST /cameras/anpr/{module}",
    change: "PATCH /cameras/{module}/{id}",
    draft: () => loadRules().then((file) => (usesSinkPort ? file.pushingCameraChange : file.cameraChange)),
    fields: reportedCameraFields({
      usesSinkPort,
      seesPassing: kind !== "EPLD",
      hasTicketMachine: kind === "ANPR_ACCESS_CONTROL",
      hasStreams: kind === "ANPR_ACCESS_CONTROL" || kind === "OSD",
    }),
  };
}

/** A reported camera that is not saved yet. */
export function unsavedCamera(device: AiDevice, kind: ModuleKind, reported: DeviceCamera): Resource<Camera> {
  const { usesSinkPort } = vendors[device.vendor];
  const saved = reportedCameras(device, kind);
  return {
    ...saved,
    titles: { add: "Save camera", edit: "Edit Camera", submit: "Save" },
    draft: () => loadRules().then((file) => (usesSinkPort ? file.pushingCameraDraft : file.reportedCameraDraft)),
    fixed: { aiDeviceId: device.id, reportedId: reported.reportedId },
    touches: ["gates"],
    fields: saved.fields.flatMap((field) => {
      if (field.name !== "name") return [field];
      const named = { ...field, initial: reported.name };
      return kind === "ANPR_ACCESS_CONTROL" ? [named, gateOfCamera] : [named];
    }),
  };
}
