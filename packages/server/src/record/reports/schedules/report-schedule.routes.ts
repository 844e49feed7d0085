import { reportLimits } from "@gatehouse/contract/reports/report";
import {
  type ReportSchedule,
  reportSchedule,
  reportScheduleDraft,
  reportScheduleEndpoints,
} from "@gatehouse/contract/reports/report-schedule";
import { reports } from "@gatehouse/contract/reports/report-types";
import { nextRunAt, type ScheduleTimes } from "@gatehouse/engine/report-schedules/schedule-time";
import { loadRequiredConfigs } from "../../../house/required-config.store.ts";
import { type Call, handle } from "../../../platform/http/call.ts";
import { httpError } from "../../../platform/http/http-error.ts";
import { resource } from "../../../platform/resources/resource.ts";
import type { Services } from "../../../platform/services.ts";
import { requireReportTypes } from "../jobs/file-types.ts";
import { countQueued } from "../jobs/report-job.store.ts";
import { runSchedule } from "./schedule-runs.ts";

type Caller = Pick<Call<unknown>, "read" | "person">;

/** CRUD of schedules. A schedule that was changed runs at its next time. */
export function reportScheduleRoutes({ clock }: Services) {
  async function schedules({ read, person }: Caller) {
    const { timeZone } = await loadRequiredConfigs(read);
    const now = clock.now();
    const held = reports.flatMap((report) => ("permission" in report ? [report.permission] : []));
    const permissions = held.filter((permission) => person.permissions.has(permission));
    return resource<typeof reportScheduleEndpoints, ReportSchedule>(reportScheduleEndpoints, {
      table: "report_schedules",
      record: reportSchedule,
      draft: reportScheduleDraft,
      constraints: {
        report_schedules_name: { path: "name", message: "Another schedule has this name" },
        report_schedules_gate: { path: "filters.gateId", message: "This gate does not exist" },
        report_schedules_group: { path: "filters.groupId", message: "This group does not exist" },
      },
      encode: ({ filters, ...columns }) => ({
        ...columns,
        filters: JSON.stringify(filters),
        permissions,
        changedAt: now,
      }),
      decode: ({ lastDueAt, ...row }) => ({
        ...row,
        lastRunAt: lastDueAt,
        nextRunAt: row.isEnabled ? nextRunAt(row as unknown as ScheduleTimes, now, timeZone).toISOString() : null,
      }),
    });
  }

  return handle(reportScheduleEndpoints, {
    "GET /report-schedules": async (call) => (await schedules(call))["GET /report-schedules"](call),
    "GET /report-schedules/{id}": async (call) => (await schedules(call))["GET /report-schedules/{id}"](call),
    "POST /report-schedules": async (call) => {
      await requireReportTypes(call.read, call.person, call.body);
      return (await schedules(call))["POST /report-schedules"](call);
    },
    "PUT /report-schedules/{id}": async (call) => {
      await requireReportTypes(call.read, call.person, call.body);
      return (await schedules(call))["PUT /report-schedules/{id}"](call);
    },
    "POST /report-schedules/{id}/run": async ({ params: { id }, read, write }) => {
      if ((await countQueued(read)) >= reportLimits.maxQueued) throw httpError("report/too-many");
      const error = await write((tx) => runSchedule(tx, id, clock.now()));
      return error === undefined
        ? { outcome: "accepted" as const, detail: "its file appears under Files" }
        : { outcome: "rejected" as const, detail: error };
    },
    "DELETE /report-schedules/{id}": async (call) => (await schedules(call))["DELETE /report-schedules/{id}"](call),
  });
}
