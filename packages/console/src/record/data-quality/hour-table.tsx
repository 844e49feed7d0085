import type { CameraQuality } from "@gatehouse/contract/entities/data-quality";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatSince } from "../../ui/format-time.ts";

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
export function HourTable({ camera, hours }: { camera: string; hours: readonly Hour[] }) {
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
