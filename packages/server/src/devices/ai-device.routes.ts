import { aiDeviceEndpoints } from "@gatehouse/contract/entities/ai-device/ai-device.endpoints";
import { type AiDevice, aiDevice, aiDeviceDraft } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { codeOf, kindByCode } from "@gatehouse/contract/modules/registry";
import type { Services } from "../platform/services.ts";
import { resource } from "../resources/resource.ts";

/** AI devices: plain, but for the password, which is sealed and never read back, and the module behind the scope. */
export const aiDeviceRoutes = ({ secrets }: Services) =>
  resource<typeof aiDeviceEndpoints, AiDevice>(aiDeviceEndpoints, {
    table: "ai_devices",
    view: "ai_device_records",
    record: aiDevice,
    draft: aiDeviceDraft,
    narrow: ({ params }) => ({ module: params.module }),
    locked: ["vendor", "scope"],
    entered: ({ vendor, label, scope, ip, apiPort, dashboardPort, apiBasepath, username }) => ({
      vendor,
      label,
      scope,
      ip,
      apiPort,
      dashboardPort,
      apiBasepath,
      username,
    }),
    encode: ({ scope, password, ...columns }) => ({
      ...columns,
      module: kindByCode.get(String(scope)),
      // Left out or empty, the stored one stays.
      ...(typeof password === "string" ? { passwordSecret: secrets.seal(password) } : {}),
    }),
    decode: (row) => ({
      ...row,
      scope: codeOf(row.module as ModuleKind),
      isPasswordUnreadable: typeof row.passwordSecret === "string" && secrets.open(row.passwordSecret) === undefined,
    }),
  });
