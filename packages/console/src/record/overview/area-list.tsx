import { assertFound } from "@gatehouse/contract/assert-found";
import type { AreaCount } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { type AreaLevel, areaSourceTitles } from "@gatehouse/contract/entities/overview-figures";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { IconAdjustments, IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { nameHours, valuesAt } from "./clock-hours.ts";
import classes from "./overview.module.css";
import { useAreaCounts, useSeries } from "./overview.queries.ts";
import { dayPeriod } from "./overview-period.ts";

const AreaCorrection = lazyWithRetry(() => import("./area-correction.tsx"));
const AreaSources = lazyWithRetry(() => import("./area-sources.tsx"));

const levelColors: Record<AreaLevel, string> = {
  ok: "var(--gh-brand)",
  "nearly-full": "var(--gh-warn-line)",
  full: "var(--gh-bad)",
  impossible: "var(--gh-bad)",
};

type Editing = { area: AreaCount; count?: number; isSources?: true };

/** The count of each area with today's curve, and what differs from it. */
export function AreaList({ now }: { now: Date }) {
  const areas = useAreaCounts();
  const [editing, setEditing] = useKeptState<Editing | undefined>("area", undefined);
  const close = () => setEditing(undefined);
  // Its count may change while it is corrected.
  const edited = areas.data?.find(({ id }) => id === editing?.area.id) ?? editing?.area;
  if (areas.isError && areas.data === undefined)
    return (
      <LoadError
        text={errorText(areas.error, overviewMessages["GET /overview/areas"].failure)}
        onRetry={() => void areas.refetch()}
      />
    );
  if (!areas.data) return <Skeleton height={260} radius={6} />;
  if (areas.data.length === 0)
    return (
      <p className={classes.none}>
        Areas count the vehicles inside. Add areas and connect gates with them under{" "}
        <Link to="/access/rules">Access rules</Link>.
      </p>
    );
  return (
    <>
      <ul className={classes.areas} aria-label="Areas">
        {areas.data.map((area) => (
          <Area key={area.id} area={area} now={now} onEdit={setEditing} />
        ))}
      </ul>
      <Suspense>
        {edited && !editing?.isSources && <AreaCorrection area={edited} count={editing?.count} onClose={close} />}
        {editing?.isSources && <AreaSources area={editing.area} onClose={close} />}
      </Suspense>
    </>
  );
}

interface AreaProps {
  area: AreaCount;
  now: Date;
  onEdit: (editing: Editing) => void;
}

function Area({ area, now, onEdit }: AreaProps) {
  const { name, count, capacity, level, leading, drifts, sources } = area;
  const may = useMay();
  const canCorrect = may("POST /overview/areas/{id}/corrections");
  return (
    <li className={classes.area}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <p className={classes.count}>
          <Link to="/access/presence" aria-label={`${formatCount(count, "vehicle")} in ${name}`}>
            {formatNumber(count)}
          </Link>
          {capacity !== null && <span> of {formatNumber(capacity)}</span>}
        </p>
        {canCorrect && (
          <Button variant="default" size="compact-xs" onClick={() => onEdit({ area })}>
            Correct
          </Button>
        )}
        {may("PUT /overview/areas/{id}") && (
          <ActionIcon
            variant="subtle"
            size={26}
            aria-label={`Sources of ${name}`}
            title="Sources"
            onClick={() => onEdit({ area, isSources: true })}
          >
            <IconAdjustments size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {capacity !== null && capacity > 0 && (
        <div className={classes.meter} aria-hidden>
          <span
            style={{
              width: `${Math.min(100, Math.max(0, (count / capacity) * 100))}%`,
              background: levelColors[level],
            }}
          />
        </div>
      )}
      {level === "impossible" && (
        <p className={classes.drift}>
          <IconAlertTriangle size={14} aria-hidden />
          {count < 0 ? "Fewer than none: this count is wrong." : "More than its capacity: this count is wrong."}
        </p>
      )}
      {level === "full" && <p className={classes.drift}>Full</p>}
      {sources.length > 1 && (
        <p className={classes.lists}>
          {sources.map(({ source, count: of }) => {
            const text = `${areaSourceTitles[source]} ${formatNumber(of)}`;
            return source === leading ? <strong key={source}>{text}</strong> : <span key={source}>{text}</span>;
          })}
        </p>
      )}
      {drifts.map((drift) => {
        const other = assertFound(
          sources.find(({ source }) => source === drift.source),
          "a drift without its source",
        ).count;
        return (
          <p key={drift.source} className={classes.drift}>
            <IconAlertTriangle size={14} aria-hidden />
            <span>
              {areaSourceTitles[drift.source]} differ by {formatNumber(Math.abs(drift.difference))}; up to{" "}
              {formatNumber(drift.band)} is normal. {drift.cause}
            </span>
            {canCorrect && other >= 0 && (
              <Button variant="default" size="compact-xs" onClick={() => onEdit({ area, count: other })}>
                Set to {formatNumber(other)}
              </Button>
            )}
          </p>
        );
      })}
      <AreaCurve area={area} now={now} />
    </li>
  );
}

/** Today's curve, and yesterday's in grey. */
function AreaCurve({ area: { id, name, capacity }, now }: { area: AreaCount; now: Date }) {
  const { timeZone } = useSite();
  const today = useSeries("occupancy", dayPeriod(now, timeZone, 0), id);
  const yesterday = useSeries("occupancy", dayPeriod(now, timeZone, -1), id);
  if (!today.data) return today.isError ? null : <Skeleton height={170} radius={6} />;
  const { points } = today.data;
  const values = points.map(({ value }) => value);
  // The count at the end of an hour is that at the end of its second occurrence.
  const past = valuesAt(points, yesterday.data?.points ?? [], { timeZone, join: (_, second) => second });
  const highest = Math.max(0, ...values.filter((value) => value !== null));
  return (
    <HourChart
      label={`Vehicles in ${name} today`}
      points={nameHours(points, timeZone)}
      series={[
        { name: "Today", values, look: "line" },
        { name: "Yesterday", values: past, look: "past" },
      ]}
      summary={`At the end of each hour; at most ${formatNumber(highest)} today`}
      limit={capacity}
    />
  );
}
