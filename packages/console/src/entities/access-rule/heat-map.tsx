import type { BackTestResult } from "@gatehouse/contract/entities/access/back-test";
import { formatCount } from "@gatehouse/contract/fields/number";
import type { CSSProperties } from "react";
import classes from "./back-test.module.css";

type Cell = BackTestResult["cells"][number];

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** RULE-9: changed passages by hour of the day and gate: a table, so that it can be read without its colours. */
export function HeatMap({ cells }: { cells: readonly Cell[] }) {
  const changed = cells.filter((cell) => countOf(cell) > 0);
  if (changed.length === 0) return null;
  const gates = [...new Map(cells.map(({ gateId, gateName }) => [gateId, gateName]))];
  const most = Math.max(...changed.map(countOf));
  const byPlace = new Map(cells.map((cell) => [`${cell.gateId} ${cell.hour}`, cell]));
  return (
    <section className={classes.part}>
      <h3>Changed passages by gate and hour</h3>
      {/* A wide table scrolls inside its frame, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the focus */}
      <section className={classes.frame} aria-label="Changed passages by gate and hour" tabIndex={0}>
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">Gate</th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, "0")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gates.map(([gateId, gateName]) => (
              <tr key={gateId}>
                <th scope="row">{gateName}</th>
                {hours.map((hour) => (
                  <HeatCell key={hour} cell={byPlace.get(`${gateId} ${hour}`)} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const countOf = ({ newlyDenied, newlyAllowed }: Cell): number => newlyDenied + newlyAllowed;

function HeatCell({ cell, most }: { cell: Cell | undefined; most: number }) {
  const count = cell ? countOf(cell) : 0;
  if (!cell || count === 0) return <td />;
  const heat = { "--heat": `${Math.round(15 + (45 * count) / most)}%` } as CSSProperties;
  const title = `${formatCount(cell.newlyDenied, "passage")} newly denied, ${cell.newlyAllowed} newly allowed, of ${cell.events}`;
  return (
    <td style={heat} data-hot title={title}>
      {count}
    </td>
  );
}
