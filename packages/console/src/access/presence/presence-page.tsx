import { countIn } from "@gatehouse/contract/collections";
import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { callQuery, sharedQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useDownload } from "../../api/use-download.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { Page } from "../../ui/page.tsx";
import classes from "./presence.module.css";
import { presenceCounts } from "./presence-counts.ts";
import { PresenceTable } from "./presence-table.tsx";

/** Who is inside, on screen, on paper and as a file. */
export default function PresencePage() {
  const may = useMay();
  const exporting = useDownload("GET /access/presence/export");
  return (
    <Page
      purpose="The vehicles that have entered and not left."
      tools={
        <>
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
            Print
          </Button>
          {may("GET /access/presence/export") && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate({ name: "presence.csv" })}
            >
              Export CSV
            </Button>
          )}
        </>
      }
    >
      <AreaCounts />
      <PresenceTable />
    </Page>
  );
}

/** How many vehicles are in each area, and its capacity. */
function AreaCounts() {
  const areas = useQuery(callQuery("access_areas", "GET /access/areas"));
  const inside = useQuery(sharedQuery("access_presence", "GET /access/presence"));
  // Takes its place at once: a button below must not move away from a click.
  if (areas.isPending || inside.isPending) return <Skeleton height={62} radius={6} />;
  if (!areas.data || !inside.data || areas.data.length === 0) return null;
  const counts = presenceCounts(areas.data, inside.data);
  return (
    <ul className={classes.areas} aria-label="Areas">
      {areas.data.map(({ id, name, capacity }) => {
        const count = countIn(counts, id);
        const isFull = capacity !== null && count >= capacity;
        const share = isFull ? 1 : count / (capacity ?? Number.POSITIVE_INFINITY);
        return (
          <li key={id} data-full={isFull || undefined} style={{ "--gh-share": share } as CSSProperties}>
            <span>{name}</span>
            <strong>
              {capacity === null ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(capacity)}`}
              {isFull && <em> full</em>}
            </strong>
          </li>
        );
      })}
    </ul>
  );
}
