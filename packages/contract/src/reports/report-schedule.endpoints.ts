import { crud } from "../crud.ts";
import { reportSchedule, reportScheduleDraft } from "./report-schedule.schema.ts";

/** REP-6: CRUD of schedules. They produce reports of the whole site and may send them to anyone. */
export const reportScheduleEndpoints = crud({
  tag: "Reports",
  noun: "report schedule",
  permissions: { read: "reports", write: "export" },
  path: "/report-schedules",
  list: { path: "/report-schedules" },
  change: { PUT: reportScheduleDraft },
  record: reportSchedule,
  draft: reportScheduleDraft,
  faults: ["report/not-enabled"],
});
