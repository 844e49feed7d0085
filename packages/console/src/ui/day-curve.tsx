import classes from "./day-curve.module.css";

interface DayCurveProps {
  /** What the curve shows, for screen readers. */
  label: string;
  /** Values that hold until the next point, by time. */
  points: readonly { readonly at: string; readonly value: number }[];
  from: string;
  now: string;
  to: string;
  /** The range of values; zero is always included. */
  lowest: number;
  highest: number;
  /** Marked by a line. */
  limit?: number | undefined;
}

const width = 240;
const height = 56;

/** A step curve of a day's values, from midnight until now. */
export function DayCurve({ label, points, from, now, to, lowest, highest, limit }: DayCurveProps) {
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  const [bottom, top] = [Math.min(0, lowest), Math.max(highest, limit ?? 0, Math.min(0, lowest) + 1)];
  const x = (at: string) => round(((Date.parse(at) - startMs) / (endMs - startMs)) * width);
  const y = (value: number) => round(height - ((value - bottom) / (top - bottom)) * height);
  const steps = points.map(
    ({ at, value }, index) => `${index === 0 ? "M" : "H"}${x(at)}${index === 0 ? "," : "V"}${y(value)}`,
  );
  const line = `${steps.join("")}H${x(now)}`;
  return (
    <svg
      className={classes.curve}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {limit !== undefined && <line className={classes.limit} x1={0} x2={width} y1={y(limit)} y2={y(limit)} />}
      <path className={classes.area} d={`${line}V${y(Math.max(0, bottom))}H${x(points[0]?.at ?? from)}Z`} />
      <path className={classes.line} d={line} />
    </svg>
  );
}

const round = (number: number) => Math.round(number * 10) / 10;
