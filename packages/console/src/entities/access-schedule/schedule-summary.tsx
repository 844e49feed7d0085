import { formatWindows, type Schedule } from "@gatehouse/contract/entities/access/schedule";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { formatTypedDate } from "../../ui/typed-time.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./week.module.css";
import { axisHours } from "./week-geometry.ts";
import { WeekView } from "./week-view.tsx";

/** RULE-2: a schedule in its list: its week, drawn, and its coming exceptions. */
export function ScheduleSummary({ schedule }: { schedule: Schedule }) {
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
