import { periodAround, periodBefore, reportSteps } from "@gatehouse/contract/reports/report";
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { CalendarButton } from "../../forms/calendar-button.tsx";
import { TimeInput } from "../../forms/time-input.tsx";
import { Segments } from "../../ui/segments.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./report.module.css";
import type { PeriodChoice, ShownPeriod } from "./report-params.ts";
import { formatPeriod } from "./report-texts.ts";

const titles: Record<PeriodChoice, string> = { day: "Day", week: "Week", month: "Month", custom: "Custom" };
const choices = ([...reportSteps, "custom"] as const).map((value) => ({ value, label: titles[value] }));

interface ReportPeriodToolsProps {
  period: ShownPeriod;
  now: Date;
  timeZone: string;
  /** Messages of the server about the bounds. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (choice: PeriodChoice, from: string | undefined, to?: string) => void;
}

/** The period of a report: a day, week or month of the site, or any other one. */
export function ReportPeriodTools({ period, now, timeZone, errors, onChange }: ReportPeriodToolsProps) {
  const { choice, from, to } = period;
  const dateOf = (at: Date) => toLocalTime(at, timeZone).slice(0, 10);
  const choose = (next: PeriodChoice) => {
    if (next === "custom") onChange(next, from.toISOString(), to.toISOString());
    // A longer period that contains today stays at today.
    else onChange(next, from <= now && now < to ? undefined : dateOf(from));
  };
  return (
    <div className={classes.period}>
      <Segments label="Period" choices={choices} value={choice} onChange={choose} />
      {choice === "custom" ? (
        <>
          <Bound
            name="from"
            label="From"
            value={from.toISOString()}
            error={errors.from}
            onChange={(start) => onChange(choice, start, to.toISOString())}
          />
          <Bound
            name="to"
            label="Until"
            value={to.toISOString()}
            error={errors.to}
            onChange={(end) => onChange(choice, from.toISOString(), end)}
          />
        </>
      ) : (
        <div className={classes.steps}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={`Previous ${choice}`}
            onClick={() => onChange(choice, dateOf(periodBefore(choice, from, timeZone).from))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span className={classes.shown} aria-live="polite">
            {formatPeriod(period, timeZone)}
          </span>
          <CalendarButton type="date" value={dateOf(from)} onChoose={(date) => date !== "" && onChange(choice, date)} />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={`Next ${choice}`}
            disabled={to > now}
            onClick={() => onChange(choice, dateOf(periodAround(choice, to, timeZone).from))}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

interface BoundProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A bound of the period. An incomplete time does not change it. */
function Bound({ value, onChange, ...props }: BoundProps) {
  const [edited, setEdited] = useState({ from: value, text: value });
  return (
    <TimeInput
      {...props}
      description={undefined}
      disabled={false}
      value={edited.from === value ? edited.text : value}
      onChange={(next) => {
        setEdited({ from: value, text: next });
        if (!Number.isNaN(Date.parse(next))) onChange(next);
      }}
    />
  );
}
