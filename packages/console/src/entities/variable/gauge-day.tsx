import type { Dashboard, Gauge } from "@gatehouse/contract/entities/variable";
import { useSite } from "../../api/site.ts";
import { DayCurve } from "../../ui/day-curve.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatClock } from "../../ui/format-time.ts";
import classes from "./gauge-tile.module.css";

interface GaugeDayProps {
  title: string;
  /** The current value, which may be newer than the day's points. */
  value: number;
  maxValue: number | null;
  gauge: Gauge;
  day: Dashboard;
}

/** REP-8: today's values of a gauge as a curve, in words and as a table. */
export function GaugeDay({ title, value, maxValue, gauge, day: { from, now, to } }: GaugeDayProps) {
  const { timeZone } = useSite();
  const isNewer = gauge.value !== value;
  const points = isNewer ? [...gauge.points, { at: now, value }] : gauge.points;
  const lowest = Math.min(gauge.lowest, value);
  const highest = Math.max(gauge.highest, value);
  const range = `lowest ${formatNumber(lowest)}, highest ${formatNumber(highest)}`;
  return (
    <>
      <DayCurve
        label={`${title} today: ${formatNumber(value)} now, ${range}`}
        points={points}
        from={from}
        now={now}
        to={to}
        lowest={lowest}
        highest={highest}
        limit={maxValue ?? undefined}
      />
      <p className={classes.axis} aria-hidden>
        <span>00:00</span>
        <span>24:00</span>
      </p>
      <p className={classes.note}>{`Today: ${range}`}</p>
      <details className={classes.values}>
        <summary>{`Values of ${title}`}</summary>
        <table aria-label={`Values of ${title} today`}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, value: then }) => (
              // The current value can have the time of the last point.
              <tr key={`${at} ${then}`}>
                <td>
                  <time dateTime={at}>{formatClock(new Date(at), timeZone)}</time>
                </td>
                <td>{formatNumber(then)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
