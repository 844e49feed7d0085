import { crud } from "../crud.ts";
import { defineEndpoints } from "../endpoint.ts";
import { hardwareResult } from "../fields/hardware-result.ts";
import { idParams } from "../fields/record.ts";
import { reportSchedule, reportScheduleDraft } from "./report-schedule.schema.ts";

/** REP-6: CRUD of schedules, and a run at once. They produce reports of the whole site and may send them to anyone. */
export const reportScheduleEndpoints = {
  ...crud({
    tag: "Reports",
    noun: "report schedule",
    permissions: { read: "reports", write: "export" },
    path: "/report-schedules",
    list: { path: "/report-schedules" },
    change: { PUT: reportScheduleDraft },
    record: reportSchedule,
    draft: reportScheduleDraft,
    faults: ["report/not-enabled"],
  }),
  ...defineEndpoints(
    { read: "reports", write: "export" },
    {
      "POST /report-schedules/{id}/run": {
        tag: "Reports",
        summary: "Produce the report of a schedule now, about the last complete day, week or month",
        params: idParams,
        answer: hardwareResult,
        actsOn: "report_schedules",
        faults: ["record/not-found", "report/too-many"],
      },
    },
  ),
};
