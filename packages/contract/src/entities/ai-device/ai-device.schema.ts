import * as z from "zod";
import { host } from "../../fields/host.ts";
import { recordId } from "../../fields/id.ts";
import { optionalText } from "../../fields/optional-text.ts";
import { required } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { version } from "../../fields/version.ts";
import type { Module } from "../../modules/module.ts";
import { kindByCode } from "../../modules/module-code.ts";
import { modules } from "../../modules/registry.ts";
import { vendorCodes, vendors } from "../../vendors/registry.ts";

const highestPort = 65_535;
const positivePort = z
  .int("Should be positive")
  .positive("Should be positive")
  .max(highestPort, `Must be at most ${highestPort}`);
const optionalPort = positivePort.nullable().optional();

/** The fields of a device, before its vendor and module have their say. */
export const aiDeviceFields = z.strictObject({
  vendor: z.enum(vendorCodes, `Must be one of ${vendorCodes.join(", ")}`),
  label: requiredText(100),
  scope: z.string(required).refine((code) => kindByCode.has(code), {
    error: (issue) => `Unknown module "${String(issue.input)}". Known: ${[...kindByCode.keys()].join(", ")}`,
  }),
  ip: z.union([host, z.literal("").transform(() => null), z.null()]).optional(),
  apiPort: optionalPort,
  dashboardPort: optionalPort,
  apiBasepath: z
    .union([
      z.literal("").transform(() => null),
      z
        .string()
        .max(200, "At most 200 characters")
        .regex(/^\/[\w./~-]*$/, 'Must start with "/" and be a plain path'),
      z.null(),
    ])
    .optional(),
  username: optionalText(),
  /** Never sent back; left out, the stored one stays. */
  password: optionalText(),
});

/** AIDEV-2, AIDEV-3: what a person enters for a device: the vendor says what is needed, the module who is allowed. */
export const aiDeviceDraft = aiDeviceFields.check(({ value, issues }) => {
  const add = (path: string, message: string) => issues.push({ code: "custom", message, path: [path], input: value });
  const { asks } = vendors[value.vendor];
  if (asks.address && !value.ip) add("ip", required);
  if (asks.address && !value.apiPort) add("apiPort", required);
  if (asks.dashboard && !value.dashboardPort) add("dashboardPort", required);
  const module: Module | undefined = modules[kindByCode.get(value.scope) ?? "REPORTING"];
  const allowed = module.vendors.map(({ code }) => code);
  if (!allowed.includes(value.vendor)) {
    add("vendor", `${module.title} has no ${value.vendor} devices, only ${allowed.join(", ") || "none at all"}`);
  }
});

/** A device as the server answers it. */
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
  hasPassword: z.boolean(),
  isHealthy: z.boolean(),
  /** Since when it is as it is; null while it was never asked. */
  healthSince: z.string().nullable(),
});

/** A stored device. */
export type AiDevice = z.output<typeof aiDevice>;
