import {
  formatWindow,
  formatWindows,
  type Schedule,
  type scheduleDraft,
} from "@gatehouse/contract/entities/access/schedule";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { formatTypedDate } from "../../ui/typed-time.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import { ExceptionsInput } from "./exceptions-input.tsx";
import classes from "./week.module.css";
import { WeekEditor } from "./week-editor.tsx";
import { axisHours } from "./week-geometry.ts";
import { WeekView } from "./week-view.tsx";

const formatException = ({ date, windows }: Schedule["exceptions"][number]) =>
  `${date}: ${windows.map(formatWindow).join(", ") || "closed"}`;

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

/** A schedule in its list: its week, drawn, and its coming exceptions. */
function ScheduleSummary({ schedule }: { schedule: Schedule }) {
  const { timeZone } = useSite();
  const { data: all = [] } = useQuery(callQuery("access_schedules", "GET /access/schedules"));
  const today = toLocalTime(new Date(), timeZone).slice(0, 10);
  const coming = schedule.exceptions.map(({ date }) => date).filter((date) => date >= today);
  const next = coming.sort()[0];
  return (
    <span className={classes.summary}>
      {/* The weeks of the list can be compared. */}
      <WeekView windows={schedule.windows} hours={axisHours(all.flatMap(({ windows }) => windows))} />
      <span className={classes.text}>
        <span aria-hidden>{formatWindows(schedule.windows)}</span>
        <span>
          {next === undefined
            ? "No coming exceptions"
            : `${formatCount(coming.length, "exception")}, next ${formatTypedDate(next)}`}
        </span>
      </span>
    </span>
  );
}
