import {
  type BackTestResult,
  maxDeniedShare,
  passageResultTitles,
} from "@gatehouse/contract/entities/access/back-test";
import { formatCount } from "@gatehouse/contract/fields/number";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { IconHistory } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./back-test.module.css";
import { BackTestChanges } from "./back-test-changes.tsx";

type Cell = BackTestResult["cells"][number];

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Changed passages by hour of the day and gate: a table, so that it can be read without its colours. */
function HeatMap({ cells }: { cells: readonly Cell[] }) {
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

export function BackTestReport({ result, days }: { result: BackTestResult; days: number }) {
  if (result.events === 0)
    return (
      <EmptyState icon={IconHistory} title="No passages to replay">
        {`No vehicle was read at a gate in the last ${days} days.`}
      </EmptyState>
    );
  return (
    <div className={classes.report}>
      <p role="status">{toSummary(result)}</p>
      <Totals result={result} />
      <Missing result={result} />
      <Vehicles result={result} />
      <HeatMap cells={result.cells} />
      <Peaks peaks={result.peaks} />
      <BackTestChanges changes={result.changes} />
    </div>
  );
}

function toSummary({ events, newlyDenied, newlyAllowed, grants, ownVehicles, removedExits }: BackTestResult): string {
  if (newlyDenied === 0 && newlyAllowed === 0)
    return `Nothing would have changed in ${formatCount(events, "passage")}.`;
  const share = grants === 0 ? 0 : newlyDenied / grants;
  return [
    `${formatNumber(newlyDenied)} of ${formatCount(grants, "granted passage")} would have been denied (${(share * 100).toFixed(1)}%).`,
    ...(share > maxDeniedShare || ownVehicles.length > 0 ? ["Enforcing this needs a typed confirmation."] : []),
    ...(ownVehicles.length > 0 ? [`Your own vehicle is among them: ${ownVehicles.join(", ")}.`] : []),
    ...(removedExits > 0
      ? [`${formatCount(removedExits, "later passage")} of denied vehicles would not have happened.`]
      : []),
  ].join(" ");
}

function Totals({ result }: { result: BackTestResult }) {
  const figures = [
    { title: passageResultTitles["newly-denied"], count: result.newlyDenied, tone: "bad" },
    { title: passageResultTitles["newly-allowed"], count: result.newlyAllowed, tone: "ok" },
    { title: passageResultTitles.unchanged, count: result.unchanged },
    { title: passageResultTitles.undecidable, count: result.undecidable, tone: "warn" },
  ];
  return (
    <dl className={classes.totals}>
      {figures.map(({ title, count, tone }) => (
        <div key={title} data-tone={count > 0 ? tone : undefined}>
          <dt>{title}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Missing({ result: { missingFacts } }: { result: BackTestResult }) {
  if (missingFacts.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3>What history lacks</h3>
      <ul>
        {missingFacts.map(({ text, count }) => (
          <li key={text}>{`${text}: ${formatCount(count, "passage")}`}</li>
        ))}
      </ul>
    </section>
  );
}

function Vehicles({ result: { vehicles, affectedVehicles } }: { result: BackTestResult }) {
  if (vehicles.length === 0) return null;
  const shown = vehicles.slice(0, 10);
  return (
    <section className={classes.part}>
      <h3>{`Most affected of ${formatCount(affectedVehicles, "vehicle")}`}</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Vehicle</th>
            <th scope="col">{passageResultTitles["newly-denied"]}</th>
            <th scope="col">{passageResultTitles["newly-allowed"]}</th>
            <th scope="col">{passageResultTitles.undecidable}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ vehicle, newlyDenied, newlyAllowed, undecidable }) => (
            <tr key={vehicle}>
              <th scope="row">{formatPlate(vehicle)}</th>
              <td>{formatNumber(newlyDenied)}</td>
              <td>{formatNumber(newlyAllowed)}</td>
              <td>{formatNumber(undecidable)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Peaks({ peaks }: { peaks: BackTestResult["peaks"] }) {
  if (peaks.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3>Peak occupancy</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Capacity</th>
          </tr>
        </thead>
        <tbody>
          {peaks.map(({ areaId, name, before, after, capacity }) => (
            <tr key={areaId}>
              <th scope="row">{name}</th>
              <td>{formatNumber(before)}</td>
              <td>{formatNumber(after)}</td>
              <td>{capacity === null ? "–" : formatNumber(capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
