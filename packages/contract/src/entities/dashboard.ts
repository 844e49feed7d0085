import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { idInPath, recordId } from "../fields/record.ts";
import { moduleInPath } from "../modules/module-in-path.ts";

const tag = "Dashboards";

/** A device whose dashboard can be shown. */
export const dashboard = z.object({
  id: recordId,
  label: z.string(),
  ip: z.string(),
  dashboardPort: z.int(),
});
dashboard.register(z.globalRegistry, { id: "DeviceDashboard", description: "A device whose dashboard can be shown" });

/** A device with a dashboard. */
export type Dashboard = z.output<typeof dashboard>;

/** How a dashboard can be shown: in a frame, through the server's proxy, or not at all with a reason. */
export const dashboardView = z.object({
  way: z.enum(["direct", "proxy", "none"]),
  /** The URL for the frame; empty if it can't be shown. */
  frameUrl: z.string(),
  /** The device's own address, for a new tab. */
  deviceUrl: z.string(),
  reason: z.string(),
});
dashboardView.register(z.globalRegistry, {
  id: "DeviceDashboardView",
  description: "How a dashboard can be shown: in a frame, through the server's proxy, or not at all with a reason",
});

/** How a dashboard can be shown. */
export type DashboardView = z.output<typeof dashboardView>;

export const dashboardEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "ai_devices" },
  {
    "GET /dashboards/{module}": {
      tag,
      summary: "The devices of a module that have a dashboard",
      gates: { rows: "ai_devices", needs: "all" },
      params: z.object({ module: moduleInPath }),
      response: z.array(dashboard),
    },
    "GET /dashboards/{module}/{id}/view": {
      tag,
      summary: "Asks the device for its dashboard and says how it can be shown",
      // The page of a device can show all of its cameras.
      gates: { record: "ai_devices", needs: "all" },
      params: z.object({ module: moduleInPath, id: idInPath }),
      query: z.strictObject({ secure: z.enum(["true", "false"]).default("false") }),
      response: dashboardView,
      errors: ["record/not-found"],
    },
  },
);
