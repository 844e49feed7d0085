import type { AiDevice, aiDeviceDraft } from "@gatehouse/contract/entities/ai-device";
import { passwordUnreadable } from "@gatehouse/contract/entities/ai-device.messages";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { manufacturerTitle, type PlateFormatCode, plateFormatCodes } from "@gatehouse/contract/plate-formats";
import { type Vendor, type VendorCode, vendors } from "@gatehouse/contract/vendors";
import { useSite } from "../../api/site.ts";
import type { Field, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { formatSince } from "../../ui/format-time.ts";
import classes from "./ai-device.module.css";

type DeviceField = Field<FieldName<typeof aiDeviceDraft>>;

const address: readonly DeviceField[] = [
  { kind: "text", name: "ip", label: "IP address", placeholder: "10.0.0.5", isHalf: true },
  { kind: "number", name: "apiPort", label: "API port", isHalf: true },
];
/** A device without an address only pushes. */
const optionalAddress = address.map(
  (field): DeviceField => ({ ...field, isOptional: true, help: "Empty if the device only pushes" }),
);
const basepath: DeviceField = {
  kind: "text",
  name: "apiBasepath",
  label: "API base path",
  placeholder: "/api",
  help: "Optional: prefix of the device's API paths",
  isOptional: true,
  isHalf: true,
};
const dashboard: DeviceField = { kind: "number", name: "dashboardPort", label: "Dashboard port", isHalf: true };

/** What is stored as a device's password. */
type StoredPassword = "none" | "stored" | "unreadable";

const credentials = (password: StoredPassword): DeviceField[] => [
  { kind: "text", name: "username", label: "Username", help: "Optional", isOptional: true, isHalf: true },
  {
    kind: "text",
    name: "password",
    label: "Password",
    isSecret: true,
    placeholder: password === "stored" ? "Stored, leave empty to keep" : "",
    help: password === "unreadable" ? passwordUnreadable : "Optional",
    isHalf: true,
  },
];

/** Determines the instructions to connect the device. */
const manufacturer = (initial: PlateFormatCode | ""): DeviceField => ({
  kind: "option",
  name: "plateFormat",
  label: "Manufacturer",
  choices: [
    { value: "", label: "Other, or not known" },
    ...plateFormatCodes.map((code) => ({ value: code, label: manufacturerTitle(code) })),
  ],
  initial,
  isOptional: true,
});

/** Whether the devices of a module read plates. */
export const readsPlates = (kind: ModuleKind): boolean => kind === "ANPR_ACCESS_CONTROL" || kind === "OSD";

/** The fields of a vendor's devices. */
function fieldsOf({ asks }: Vendor, password: StoredPassword, formats: readonly DeviceField[]): DeviceField[] {
  return [
    { kind: "text", name: "label", label: "Label", placeholder: "North entrance" },
    ...formats,
    ...(asks.address === "optional" ? optionalAddress : asks.address ? address : []),
    ...(asks.dashboard ? [dashboard] : []),
    ...(asks.address ? [basepath] : []),
    ...(asks.credentials ? credentials(password) : []),
  ];
}

function passwordOf(device: AiDevice | undefined): StoredPassword {
  if (device?.isPasswordUnreadable) return "unreadable";
  return device?.hasPassword ? "stored" : "none";
}

/** What a device is called in its list and its form: by its manufacturer if that is known. */
const typeTitle = (vendor: VendorCode, format: PlateFormatCode | "" | null | undefined): string =>
  format ? manufacturerTitle(format) : vendors[vendor].title;

/** The devices of a module and vendor. */
export function aiDevices(
  kind: ModuleKind,
  vendorCode: VendorCode,
  { device, format = "" }: { device?: AiDevice; format?: PlateFormatCode | "" } = {},
): Resource<AiDevice> {
  const vendor = vendors[vendorCode];
  const scope = modules[kind].code;
  return {
    topic: "ai_devices",
    touches: ["cameras", "health"],
    name: "ai_devices",
    noun: "device",
    titles: {
      add: `Add ${typeTitle(vendorCode, format)} device`,
      edit: `Edit ${typeTitle(vendorCode, device?.plateFormat)} device`,
    },
    list: { key: "GET /ai-devices/{module}", params: { module: scope } },
    create: "POST /ai-devices",
    change: "PATCH /ai-devices/{id}",
    remove: "DELETE /ai-devices/{id}",
    draft: () => import("@gatehouse/contract/entities/ai-device").then((file) => file.aiDeviceDraft),
    fixed: { vendor: vendorCode, scope },
    fields: fieldsOf(
      vendor,
      passwordOf(device),
      vendorCode === "generic" && readsPlates(kind) ? [manufacturer(format)] : [],
    ),
    texts: {
      empty: "No devices yet",
      purpose: "Cameras and sensors are connected to a device. Add one to see them.",
      confirmDelete: ({ label }) => `Are you sure you want to delete: ${label}`,
    },
    title: ({ label }) => label,
    details: (device) => <Details device={device} />,
    dependentAt: (device, { kind, id }) => ({ to: ".", open: `ai_devices.${device.id}.${kind}.${id}` }),
  };
}

function Details({ device }: { device: AiDevice }) {
  return (
    <span className={classes.details}>
      <span className={classes.vendor}>{typeTitle(device.vendor, device.plateFormat)}</span>
      {device.ip !== null && <span>{`${device.ip}:${device.apiPort ?? 80}`}</span>}
      {device.ip !== null && <DeviceHealth device={device} />}
      {device.ip === null && vendors[device.vendor].asks.address === "optional" && <span>Only pushes</span>}
    </span>
  );
}

/** Health of a device, as text with a dot, never by colour alone. */
function DeviceHealth({ device }: { device: AiDevice }) {
  const { isHealthy, healthSince, isPasswordUnreadable } = device;
  const { timeZone } = useSite();
  // Says what to do; the device is not checked until then.
  if (isPasswordUnreadable) {
    return (
      <span className={classes.health} data-healthy={false}>
        {passwordUnreadable}
      </span>
    );
  }
  if (healthSince === null) return <span className={classes.health}>Not checked yet</span>;
  const since = formatSince(new Date(healthSince), new Date(), timeZone);
  return (
    <span className={classes.health} data-healthy={isHealthy}>
      {isHealthy ? "Healthy" : `Unhealthy since ${since}`}
    </span>
  );
}
