import type { HolidayFile } from "@gatehouse/contract/entities/access/holiday-calendar";
import type { Schedule } from "@gatehouse/contract/entities/access/schedule";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./week.module.css";

type Exceptions = Schedule["exceptions"];

interface HolidayImportProps {
  dates: readonly Exceptions[number][];
  onImport: (dates: Exceptions) => void;
}

interface ImportResult {
  /** What was done, if the file is valid. */
  text?: string;
  problems: HolidayFile["problems"];
}

const maxShownProblems = 10;

/** Adds the whole days of an ICS file as closed dates. They are saved with the schedule. */
export function HolidayImport({ dates, onImport }: HolidayImportProps) {
  const { timeZone } = useSite();
  const [result, setResult] = useState<ImportResult>();
  const take = async (file: File) => {
    const { maxCalendarBytes, parseHolidays } = await import("@gatehouse/contract/entities/access/holiday-calendar");
    if (file.size > maxCalendarBytes) {
      setResult({ problems: [{ line: 1, reason: `The file is larger than ${maxCalendarBytes / 1_000_000} MB` }] });
      return;
    }
    const found = parseHolidays(await file.text(), toLocalTime(new Date(), timeZone).slice(0, 10));
    const listed = new Set(dates.map(({ date }) => date));
    const added = found.holidays.filter(({ date }) => !listed.has(date));
    setResult(
      found.problems.length > 0 ? { problems: found.problems } : { problems: [], text: describe(found, added.length) },
    );
    if (added.length === 0) return;
    const closed = added.map(({ date }) => ({ date, windows: [] }));
    onImport([...dates, ...closed].sort((one, other) => one.date.localeCompare(other.date)));
  };
  return (
    <div className={classes.import}>
      <FileDrop
        label="Import holidays: drop an ICS file here or choose one"
        help="Whole days, also those that repeat every year, are added as closed dates"
        accept=".ics,text/calendar"
        onFile={(file) => void take(file)}
      />
      <p role="status" className={classes.about}>
        {result?.text}
      </p>
      {result !== undefined && result.problems.length > 0 && (
        <div role="alert" className={classes.fault}>
          <p>Nothing was imported:</p>
          <ul>
            {result.problems.slice(0, maxShownProblems).map(({ line, reason }) => (
              <li key={line}>{`Line ${line}: ${reason}`}</li>
            ))}
          </ul>
          {result.problems.length > maxShownProblems && (
            <p>{`And ${result.problems.length - maxShownProblems} more`}</p>
          )}
        </div>
      )}
    </div>
  );
}

function describe({ holidays, pastDates, timedEvents }: HolidayFile, added: number): string {
  const listed = holidays.length - added;
  const parts = [
    added === 0 ? "No dates added" : `${formatCount(added, "date")} added; save the schedule to keep them`,
    ...(listed > 0 ? [`${listed} already listed`] : []),
    ...(pastDates > 0 ? [`${formatCount(pastDates, "past date")} left out`] : []),
    ...(timedEvents > 0 ? [`${formatCount(timedEvents, "event")} with a time of day left out`] : []),
  ];
  return `${parts.join("; ")}.`;
}
