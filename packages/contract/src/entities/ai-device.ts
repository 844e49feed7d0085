import * as z from "zod";
import { crud, patchOf } from "../crud.ts";
import { host } from "../fields/address.ts";
import { maxPort } from "../fields/number.ts";
import { recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { optionalText, requiredText } from "../fields/text.ts";
import type { Module } from "../modules/module.ts";
import { moduleInPath } from "../modules/module-in-path.ts";
import { findModule, unknownModule } from "../modules/module-word.ts";
import { codeOf, kindByCode, modules } from "../modules/registry.ts";
import { plateFormatCodes } from "../plate-formats.ts";
import { vendorCodes, vendors } from "../vendors.ts";

const positivePort = z
  .int("Should be positive")
  .positive("Should be positive")
  .max(maxPort, `Must be at most ${maxPort}`);
const optionalPort = positivePort.nullable().optional();

/** A module's code; an alias becomes the code itself, so that repeating it is not a change. */
const moduleCode = z
  .string(required)
  .refine((code) => findModule(code) !== undefined, { error: ({ input }) => unknownModule(input) })
  .transform((code) => {
    const kind = findModule(code);
    return kind ? codeOf(kind) : code;
  });

/** The fields of a device, before the rules of its vendor and module. */
const aiDeviceFields = z.strictObject({
  vendor: z.enum(vendorCodes, `Must be one of ${vendorCodes.join(", ")}`),
  label: requiredText(100),
  scope: moduleCode,
  ip: z.union([host, z.literal("").transform(() => null), z.null()]).optional(),
  apiPort: optionalPort,
  dashboardPort: optionalPort,
  apiBasepath: z
    .union([
      z.literal("").transform(() => null),
      z
        .string()
        .max(200, "At most 200 characters")
        .regex(/^[\w./~-]+$/, "Must be a plain path")
        .transform((path) => (path.startsWith("/") ? path : `/${path}`)),
      z.null(),
    ])
    .optional(),
  username: optionalText(),
  /** Never returned; if absent, the stored one is kept. */
  password: optionalText(),
  /** The format that its cameras push, which determines the instructions to connect them. */
  plateFormat: z.enum(plateFormatCodes, "Unknown format").nullable().optional(),
});

type Fields = z.output<typeof aiDeviceFields>;

/** Runs even if other fields are invalid, so all errors are reported at once. */
const whenVendorKnown = { when: ({ value }: z.core.ParsePayload) => vendorCodes.includes((value as Fields)?.vendor) };
const asks = ({ vendor }: Fields) => vendors[vendor].asks;

/** Where the address is optional, a device without address and port only pushes. */
const needsAddress = (device: Fields) =>
  asks(device).address === "optional" ? Boolean(device.ip) || (device.apiPort ?? null) !== null : asks(device).address;

function moduleOf({ scope }: Fields): Module | undefined {
  const kind = kindByCode.get(scope);
  return kind && modules[kind];
}

/** The input for a device: the vendor determines the required fields, the module the allowed vendors. */
export const aiDeviceDraft = aiDeviceFields
  .refine((device) => !needsAddress(device) || device.ip, { path: ["ip"], error: required, ...whenVendorKnown })
  .refine((device) => !needsAddress(device) || (device.apiPort ?? null) !== null, {
    path: ["apiPort"],
    error: required,
    ...whenVendorKnown,
  })
  .refine((device) => !asks(device).dashboard || (device.dashboardPort ?? null) !== null, {
    path: ["dashboardPort"],
    error: required,
    ...whenVendorKnown,
  })
  .refine((device) => moduleOf(device)?.vendors.some(({ code }) => code === device.vendor) !== false, {
    path: ["vendor"],
    error: ({ input }) => {
      const device = input as Fields;
      const { title, vendors: allowed } = moduleOf(device) ?? modules.REPORTING;
      return `${title} has no ${device.vendor} devices, only ${allowed.map(({ code }) => code).join(", ") || "none at all"}`;
    },
    ...whenVendorKnown,
  });

/** A device as the server returns it. */
export const aiDevice = z.object({
  id: recordId,
  version,
  vendor: z.enum(vendorCodes),
  label: z.string(),
  scope: z.string(),
  ip: z.string().nullable(),
  apiPort: z.int().nullable(),
  dashboardPort: z.int().nullable(),
  apiBasepath: z.string().nullable(),
  username: z.string().nullable(),
  plateFormat: z.enum(plateFormatCodes).nullable(),
  hasPassword: z.boolean(),
  /** The stored password can't be decrypted; it has to be entered again. */
  isPasswordUnreadable: z.boolean(),
  isHealthy: z.boolean(),
  /** Since when isHealthy has its value; null before the first probe. */
  healthSince: z.string().nullable(),
});
aiDevice.register(z.globalRegistry, {
  id: "AiDevice",
  description: "A device that reads plates, counts vehicles or watches slots",
});

export type AiDevice = z.output<typeof aiDevice>;

export const aiDeviceEndpoints = crud({
  tag: "AI devices",
  noun: "device",
  permissions: { read: "view", write: "devices", gates: "ai_devices" },
  path: "/ai-devices",
  list: { path: "/ai-devices/{module}", params: z.object({ module: moduleInPath }) },
  change: { PATCH: patchOf(aiDeviceFields) },
  record: aiDevice,
  draft: aiDeviceDraft,
});
