import { type AiDevice, aiDevice, aiDeviceDraft, aiDeviceEndpoints } from "@gatehouse/contract/entities/ai-device";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { codeOf, kindByCode } from "@gatehouse/contract/modules/registry";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";

/** CRUD of AI devices. The password is stored encrypted and never returned; the scope is stored as the module. */
export const aiDeviceRoutes = ({ secrets }: Services) =>
  resource<typeof aiDeviceEndpoints, AiDevice>(aiDeviceEndpoints, {
    table: "ai_devices",
    view: "ai_device_records",
    record: aiDevice,
    draft: aiDeviceDraft,
    narrow: ({ params }) => ({ module: params.module }),
    locked: ["vendor", "scope"],
    entered: ({ vendor, label, scope, ip, apiPort, dashboardPort, apiBasepath, username, plateFormat }) => ({
      vendor,
      label,
      scope,
      ip,
      apiPort,
      dashboardPort,
      apiBasepath,
      username,
      plateFormat,
    }),
    encode: ({ scope, password, ...columns }) => ({
      ...columns,
      module: kindByCode.get(String(scope)),
      // An omitted or empty password keeps the stored one.
      ...(typeof password === "string" ? { passwordSecret: secrets.seal(password) } : {}),
    }),
    decode: (row) => ({
      ...row,
      scope: codeOf(row.module as ModuleKind),
      isPasswordUnreadable: typeof row.passwordSecret === "string" && secrets.open(row.passwordSecret) === undefined,
    }),
  });
