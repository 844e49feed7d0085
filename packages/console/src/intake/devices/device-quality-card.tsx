import type { CameraQuality, DeviceQuality } from "@gatehouse/contract/entities/data-quality";
import { dataQualityMessages } from "@gatehouse/contract/entities/data-quality.messages";
import { driftLimitsMs, formatConfidence, formatDrift, lowConfidence } from "@gatehouse/contract/events/read-quality";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatSince } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./device-quality-card.module.css";

const key = "GET /ai-devices/{id}/data-quality";

/** How well a device keeps time and its cameras read. */
export function DeviceQualityCard({ id }: { id: number }) {
  const query = useQuery(callQuery("data_quality", key, { params: { id } }));
  return (
    <Card title="Data quality" purpose="Clock and plate reads of the last 24 hours." isInner>
      {query.isPending && <Skeleton height={80} radius={6} />}
      {query.isError && query.data === undefined && (
        <LoadError
          text={errorText(query.error, dataQualityMessages[key].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && (
        <div className={classes.quality}>
          <ClockLine clock={query.data.clock} />
          {query.data.cameras.filter(hasReads).map((camera) => (
            <CameraSection key={camera.id} camera={camera} />
          ))}
          {query.data.cameras.some(({ hours }) => hours.length > 0) && (
            <p className={classes.muted}>
              {`Low confidence: below ${formatConfidence(lowConfidence)}. Misread: the vehicle's tag belongs to another plate.`}
            </p>
          )}
          {!query.data.cameras.some(hasReads) && <p className={classes.muted}>No plate reads in the last 24 hours.</p>}
        </div>
      )}
    </Card>
  );
}

const hasReads = ({ hours, confusions }: CameraQuality) => hours.length > 0 || confusions.length > 0;

const advice = {
  ok: "",
  warning: `. Above ${driftLimitsMs.warning / 1_000} s: let the device set its clock from a time server.`,
  alert: `. Above ${driftLimitsMs.alert / 1_000} s: its events may open no gate. Let it set its clock from a time server.`,
};

function ClockLine({ clock }: { clock: DeviceQuality["clock"] }) {
  if (clock === null) return <p className={classes.muted}>Clock: not measured yet, too few events with a time.</p>;
  const { driftMs, level, samples } = clock;
  const Icon = level === "ok" ? IconClock : IconAlertTriangle;
  return (
    <p className={classes.clock} data-level={level}>
      <Icon size={16} aria-hidden />
      <span>
        <strong>{`Clock: ${formatDrift(driftMs)}`}</strong>
        {` (median of ${formatCount(samples, "event")})${advice[level]}`}
      </span>
    </p>
  );
}

function CameraSection({ camera: { name, hours, confusions } }: { camera: CameraQuality }) {
  return (
    <section className={classes.camera} aria-label={`Read quality of ${name}`}>
      <h4>{name}</h4>
      {hours.length > 0 && <HourTable camera={name} hours={hours} />}
      {confusions.length > 0 && (
        <>
          <h5>Learned confusions</h5>
          <ul className={classes.confusions}>
            {confusions.map(({ read, actual, byTag, byCorrection }) => (
              <li key={`${read} ${actual}`}>
                Reads <code>{read}</code> instead of <code>{actual}</code>
                <span className={classes.muted}>{toSources(byTag, byCorrection)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const toSources = (byTag: number, byCorrection: number): string =>
  [
    ...(byTag > 0 ? [`${formatCount(byTag, "time")} by tag`] : []),
    ...(byCorrection > 0 ? [formatCount(byCorrection, "correction")] : []),
  ].join(", ");

type Hour = CameraQuality["hours"][number];
type Counts = Omit<Hour, "hour">;

const columns = [
  { title: "Hour" },
  { title: "Reads", isNumber: true },
  { title: "Reads per passage", isNumber: true },
  { title: "Low confidence", isNumber: true },
  { title: "Corrections", isNumber: true },
  { title: "Misread", isNumber: true },
];

const keys = ["reads", "passages", "withConfidence", "lowConfidence", "corrections", "verified", "misreads"] as const;

/** The reads of a camera in the last 24 hours, and on demand by the hour. */
function HourTable({ camera, hours }: { camera: string; hours: readonly Hour[] }) {
  const { timeZone } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const now = new Date();
  const sum = Object.fromEntries(
    keys.map((key) => [key, hours.reduce((total, hour) => total + hour[key], 0)]),
  ) as Counts;
  const rows = [
    { label: "24 hours", counts: sum },
    ...(isOpen ? hours : []).map((counts) => ({ label: formatSince(new Date(counts.hour), now, timeZone), counts })),
  ];
  return (
    <>
      <DataTable label={`Reads of ${camera} by the hour`} columns={columns} rows={rows}>
        {({ label, counts }) => <HourRow key={label} label={label} counts={counts} />}
      </DataTable>
      <div>
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide hours" : "Show hours"}
          <span className="visually-hidden">{` of ${camera}`}</span>
        </Button>
      </div>
    </>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`);

function HourRow({ label, counts }: { label: string; counts: Counts }) {
  const { reads, passages, withConfidence, lowConfidence, corrections, verified, misreads } = counts;
  return (
    <tr>
      <td>{label}</td>
      <td data-label="Reads" data-number>
        {formatNumber(reads)}
      </td>
      <td data-label="Reads per passage" data-number>
        {passages === 0 ? "–" : (reads / passages).toFixed(1)}
      </td>
      <td data-label="Low confidence" data-number>
        {share(lowConfidence, withConfidence)}
      </td>
      <td data-label="Corrections" data-number>
        {formatNumber(corrections)}
      </td>
      <td data-label="Misread" data-number>
        {share(misreads, verified)}
      </td>
    </tr>
  );
}
