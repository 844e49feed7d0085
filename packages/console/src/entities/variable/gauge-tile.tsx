import type { Dashboard, Variable } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { formatNumber } from "../../ui/format-number.ts";
import { isBelowZero } from "./below-zero.ts";
import { GaugeDay } from "./gauge-day.tsx";
import classes from "./gauge-tile.module.css";

interface GaugeTileProps {
  variable: Variable;
  /** Undefined until it is loaded. */
  day: Dashboard | undefined;
}

/** REP-8: a mapped variable: its value, how much of its maximum that is, and its values of today. */
export function GaugeTile({ variable, day }: GaugeTileProps) {
  const titleId = useId();
  const { id, name, maxValue, computedValue: value } = variable;
  const title = variable.displayName ?? name;
  const isAbove = maxValue !== null && value > maxValue;
  const isBelow = isBelowZero(variable);
  const gauge = day?.gauges.find((candidate) => candidate.id === id);
  return (
    <li>
      <article className={classes.gauge} data-above={isAbove || isBelow || undefined} aria-labelledby={titleId}>
        <h3 id={titleId}>{title}</h3>
        <p className={classes.value}>
          <span className={classes.number}>{formatNumber(value)}</span>
          {maxValue !== null && <span className={classes.of}>{`of ${formatNumber(maxValue)}`}</span>}
          {(isAbove || isBelow) && (
            <span className={classes.above} title={isBelow ? variableTexts.belowZero : undefined}>
              <IconAlertTriangle size={14} aria-hidden />
              {isAbove ? "Above maximum" : "Below zero"}
            </span>
          )}
        </p>
        {maxValue === null ? (
          <p className={classes.note}>
            {"No maximum set. "}
            <Link to="/access-control/rfidos/variables" search={{ open: `mappings.${id}` }}>
              Set maximum
            </Link>
          </p>
        ) : (
          <Meter label={title} value={value} maxValue={maxValue} />
        )}
        {day !== undefined && gauge !== undefined ? (
          <GaugeDay title={title} value={value} maxValue={maxValue} gauge={gauge} day={day} />
        ) : (
          <Skeleton height={57} radius={4} />
        )}
        <Link className={classes.behind} to="/access-control/rfidos/variables" search={{ open: `values.${id}` }}>
          {`Behind ${name}`}
        </Link>
      </article>
    </li>
  );
}

/** How much of the maximum is reached. */
function Meter({ label, value, maxValue }: { label: string; value: number; maxValue: number }) {
  const text = `${formatNumber(value)} of ${formatNumber(maxValue)}${value > maxValue ? ", above maximum" : ""}`;
  // A meter's value lies within its range; the text has the real one.
  const shown = Math.min(Math.max(value, 0), maxValue);
  return (
    <meter className={classes.meter} aria-label={label} aria-valuetext={text} min={0} max={maxValue} value={shown}>
      {text}
    </meter>
  );
}
