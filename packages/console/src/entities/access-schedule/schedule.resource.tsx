import {
  formatWindow,
  formatWindows,
  type Schedule,
  type scheduleDraft,
} from "@gatehouse/contract/entities/access/schedule";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { ExceptionsInput } from "./exceptions-input.tsx";
import { ScheduleSummary } from "./schedule-summary.tsx";
import { WeekEditor } from "./week-editor.tsx";

const formatException = ({ date, windows }: Schedule["exceptions"][number]) =>
  `${date}: ${windows.map(formatWindow).join(", ") || "closed"}`;

/** RULE-2: schedules. */
export const schedules: Resource<Schedule, FieldName<typeof scheduleDraft>> = {
  topic: "access_schedules",
  touches: ["access_rules"],
  name: "access_schedules",
  noun: "schedule",
  isWide: true,
  list: { key: "GET /access/schedules" },
  create: "POST /access/schedules",
  change: "PUT /access/schedules/{id}",
  remove: "DELETE /access/schedules/{id}",
  draft: () => import("@gatehouse/contract/entities/access/schedule").then((file) => file.scheduleDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Working hours" },
    {
      kind: "custom",
      name: "windows",
      label: "Week",
      initial: [],
      draw: (props) => <WeekEditor {...props} />,
      formatValue: (value) => formatWindows(value as Schedule["windows"]),
    },
    {
      kind: "custom",
      name: "exceptions",
      label: "Exceptions",
      initial: [],
      draw: (props) => <ExceptionsInput {...props} />,
      formatValue: (value) => (value as Schedule["exceptions"]).map(formatException).join("; ") || "None",
    },
  ],
  texts: {
    empty: "No schedules yet",
    purpose:
      "A schedule says when a rule applies, such as working hours with holidays. Rules without one apply always.",
  },
  title: ({ name }) => name,
  details: (schedule) => <ScheduleSummary schedule={schedule} />,
};
