import type { Schedule } from "@gatehouse/contract/entities/access/schedule.schema";
import { formatWindows } from "@gatehouse/contract/entities/access/schedule-text";
import { useSite } from "../../api/site.ts";
import { formatCount } from "../../ui/format-number.ts";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./week.module.css";
import { WeekView } from "./week-view.tsx";

/** RULE-2: a schedule in its list: its week, drawn, and its coming exceptions. */
export function ScheduleSummary({ schedule }: { schedule: Schedule }) {
  const { timeZone } = useSite();
  const today = toLocalTime(new Date(), timeZone).slice(0, 10);
  const coming = schedule.exceptions.map(({ date }) => date).filter((date) => date >= today);
  const next = coming.sort()[0];
  return (
    <span className={classes.summary}>
      <WeekView windows={schedule.windows} />
      <span className={classes.text}>
        <span aria-hidden>{formatWindows(schedule.windows)}</span>
        <span>
          {next === undefined ? "No coming exceptions" : `${formatCount(coming.length, "exception")}, next ${next}`}
        </span>
      </span>
    </span>
  );
}
