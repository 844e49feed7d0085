import { type DashboardView, dashboardEndpoints } from "@gatehouse/contract/entities/dashboard";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { NotNull } from "kysely";
import { siteHttp } from "../../alert/site-http.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { dashboardProxyPath } from "./dashboard-proxy.ts";

async function listDashboards(db: ReadDb, module: ModuleKind) {
  const rows = await db
    .selectFrom("ai_devices")
    .select(["id", "label", "ip", "dashboardPort"])
    .where("module", "=", module)
    .where("ip", "is not", null)
    .where("dashboardPort", "is not", null)
    .$narrowType<{ ip: NotNull; dashboardPort: NotNull }>()
    .orderBy("id")
    .execute();
  return rows.map(({ ip, dashboardPort, ...device }) => ({
    ...device,
    ip,
    dashboardPort,
  }));
}

const urlOf = ({ ip, dashboardPort }: { ip: string; dashboardPort: number }) =>
  `http://${ip.includes(":") ? `[${ip}]` : ip}:${dashboardPort}`;

/** Dashboards of devices, and whether each is framed directly or through the proxy. */
export const dashboardRoutes = (services: Services) =>
  handle(dashboardEndpoints, {
    "GET /dashboards/{module}": ({ params, read }) => listDashboards(read, params.module),
    "GET /dashboards/{module}/{id}/view": async ({ params, query, person, read }): Promise<DashboardView> => {
      const device = (await listDashboards(read, params.module)).find(({ id }) => id === params.id);
      if (!device) throw httpError("record/not-found");
      const deviceUrl = urlOf(device);
      const page = await siteHttp(read)({ url: `${deviceUrl}/` });
      const none = (reason: string) => ({ way: "none" as const, frameUrl: "", deviceUrl, reason });
      if (!page.ok) return none(page.failure.detail);
      if (page.value.status >= 400) return none(`The device answered ${page.value.status}`);
      if (!page.value.contentType.includes("html")) return none("The device answered something that is not a web page");
      const isFramed = page.value.mayBeFramed !== false && query.secure === "false";
      if (isFramed) return { way: "direct", frameUrl: deviceUrl, deviceUrl, reason: "" };
      const frameUrl = dashboardProxyPath(services, device.id, person.sessionId);
      return { way: "proxy", frameUrl, deviceUrl, reason: "" };
    },
  });
