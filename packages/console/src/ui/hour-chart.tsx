import { Fragment, type KeyboardEvent, type PointerEvent, useState } from "react";
import { DataTable } from "./data-table.tsx";
import { formatNumber } from "./format-number.ts";
import classes from "./hour-chart.module.css";

/** One row of numbers of a chart; null where there is none yet. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** How it is drawn; `past` is a grey line for comparison. */
  readonly look: "bars" | "line" | "past";
}

interface HourChartProps {
  label: string;
  /** The name of each point, such as "14:00". */
  points: readonly string[];
  /** What the names of the points are, if not times. */
  pointTitle?: string;
  series: readonly ChartSeries[];
  /** Shown while no point is chosen. */
  summary: string;
  /** Marked by a line. */
  limit?: number | null;
  /** Opens what is behind a point. */
  onOpen?: (index: number) => void;
}

const width = 480;
const height = 120;
/** The part of the height above the highest value, for its label. */
const headroom = 0.16;

/**
 * A small chart of numbers over time. Arrow keys and the pointer choose a point, Enter or a click opens it. For screen
 * readers it is a slider whose text has the numbers; the table has all of them.
 */
export function HourChart({ label, points, pointTitle = "Time", series, summary, limit, onOpen }: HourChartProps) {
  const [chosen, setChosen] = useState<number>();
  const numbers = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const bottom = Math.min(0, ...numbers);
  const top = Math.max(bottom + 4, limit ?? 0, ...numbers);
  const y = (value: number) => round(height - ((value - bottom) / (top - bottom)) * height * (1 - headroom));
  const step = width / Math.max(1, points.length);
  const readout = chosen === undefined ? summary : `${points[chosen]}: ${describe(series, chosen)}`;
  const choose = (index: number) => setChosen(Math.min(points.length - 1, Math.max(0, index)));

  const onKey = (event: KeyboardEvent) => {
    const to = targetOf(event.key, chosen, points.length);
    if (to !== undefined) {
      event.preventDefault();
      choose(to);
    }
    if (event.key === "Enter" && chosen !== undefined) onOpen?.(chosen);
    if (event.key === "Escape") setChosen(undefined);
  };
  const placeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: shown } = currentTarget.getBoundingClientRect();
    return Math.floor(((clientX - left) / shown) * points.length);
  };
  return (
    <figure className={classes.chart} aria-label={label}>
      <p className={classes.readout}>{readout}</p>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={chosen ?? 0}
        aria-valuetext={readout}
        data-opens={onOpen !== undefined || undefined}
        onKeyDown={onKey}
        onBlur={() => setChosen(undefined)}
        onPointerMove={(event) => choose(placeAt(event))}
        onPointerLeave={() => setChosen(undefined)}
        onClick={() => chosen !== undefined && onOpen?.(chosen)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {chosen !== undefined && (
            <rect className={classes.chosen} x={chosen * step} width={step} y={0} height={height} />
          )}
          {[top, (top + bottom) / 2].map((value) => (
            <line key={value} className={classes.grid} x1={0} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {limit !== undefined && limit !== null && (
            <line className={classes.limit} x1={0} x2={width} y1={y(limit)} y2={y(limit)} />
          )}
          {series.map(({ name, values, look }) =>
            look === "bars" ? (
              <path key={name} className={classes.bars} d={toBars(values, step, y)} />
            ) : (
              <Fragment key={name}>
                {look === "line" && <path className={classes.area} d={toBars(values, step, y, 0)} />}
                <path className={classes[look]} d={toLine(values, step, y)} />
              </Fragment>
            ),
          )}
        </svg>
        <span aria-hidden>{formatNumber(Math.round(top))}</span>
      </div>
      <Axis points={points} />
      <figcaption>
        <ul className={classes.legend}>
          {series.map(({ name, look }) => (
            <li key={name}>
              <span aria-hidden style={{ color: look === "past" ? "var(--gh-control)" : "var(--gh-brand)" }}>
                {look === "bars" ? "■" : "━"}
              </span>{" "}
              {name}
            </li>
          ))}
        </ul>
        <ChartTable label={label} points={points} pointTitle={pointTitle} series={series} />
      </figcaption>
    </figure>
  );
}

const maxTicks = 4;

/** The names of some points, each at the place of its point. */
function Axis({ points }: { points: readonly string[] }) {
  const step = Math.max(1, Math.ceil(points.length / maxTicks));
  const ticks = points.map((_, index) => index).filter((place) => place % step === 0);
  const widths = ticks.map((place) => `minmax(0, ${Math.min(step, points.length - place)}fr)`);
  return (
    <div className={classes.axis} aria-hidden style={{ gridTemplateColumns: widths.join(" ") }}>
      {ticks.map((place) => (
        <span key={place}>{points[place]}</span>
      ))}
    </div>
  );
}

type ChartTableProps = Required<Pick<HourChartProps, "label" | "points" | "pointTitle" | "series">>;

function ChartTable({ label, points, pointTitle, series }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && (
        <DataTable
          label={label}
          columns={[{ title: pointTitle }, ...series.map(({ name }) => ({ title: name, isNumber: true }))]}
          rows={points}
        >
          {(point, index) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {series.map(({ name, values }) => (
                <td key={name} data-label={name} data-number>
                  {numberAt(values, index)}
                </td>
              ))}
            </tr>
          )}
        </DataTable>
      )}
    </details>
  );
}

const round = (number: number) => Math.round(number * 10) / 10;

const numberAt = (values: readonly (number | null)[], index: number) => {
  const value = values[index] ?? null;
  return value === null ? "–" : formatNumber(value);
};

const describe = (series: readonly ChartSeries[], index: number) =>
  series.map(({ name, values }) => `${name} ${numberAt(values, index)}`).join(", ");

function targetOf(key: string, chosen: number | undefined, length: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  if (key === "ArrowRight" || key === "ArrowUp") return chosen === undefined ? 0 : chosen + 1;
  if (key === "ArrowLeft" || key === "ArrowDown") return chosen === undefined ? length - 1 : chosen - 1;
  return undefined;
}

type Height = (value: number) => number;

const toBars = (values: readonly (number | null)[], step: number, y: Height, gap = 0.18) =>
  values
    .map((value, index) => {
      if (value === null || value === 0) return "";
      const [left, right] = [round((index + gap) * step), round((index + 1 - gap) * step)];
      return `M${left},${y(0)}V${y(value)}H${right}V${y(0)}Z`;
    })
    .join("");

/** A step holds its value; a gap ends the line. */
function toLine(values: readonly (number | null)[], step: number, y: Height): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const isFirst = index === 0 || values[index - 1] === null;
      return `${isFirst ? `M${round(index * step)},` : "V"}${y(value)}H${round((index + 1) * step)}`;
    })
    .join("");
}
