import { countIn } from "@gatehouse/contract/collections";
import type { Presence } from "@gatehouse/contract/entities/access/access";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { callQuery, sharedQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useDownload } from "../../api/use-download.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { Page } from "../../ui/page.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./presence.module.css";
import { presences } from "./presence.resource.ts";
import { presenceCounts } from "./presence-counts.ts";

const pages = { ANPR_ACCESS_CONTROL: "/access-control/events", RFID_ACCESS_CONTROL: "/access-control/rfid-events" };

const choices = [{ value: "forgiven", label: "Forgiven", hint: "Anti-passback ignores their next passage" }] as const;

/** Who is inside, since when and by which event. */
function PresenceTable() {
  const { timeZone } = useSite();
  const changes = usePresenceChanges();
  const areas = useQuery(callQuery("access_areas", "GET /access/areas"));
  const areaName = ({ areaId }: Presence) => areas.data?.find(({ id }) => id === areaId)?.name ?? `#${areaId}`;
  return (
    <ResourceTable
      title="Vehicles inside"
      purpose="Correct where a vehicle is, forgive its next passage, or mark it as outside."
      resource={presences}
      lead={{ title: "Vehicle", minWidth: 138, cell: ({ vehicle }) => <PlateFace text={vehicle} /> }}
      columns={[
        {
          title: "Name",
          width: "15%",
          smallWidth: "13%",
          minWidth: 82,
          cell: ({ name, isForgiven }) => (
            <>
              {name ?? "–"}
              {isForgiven && <span className={classes.forgiven}>Forgiven</span>}
            </>
          ),
        },
        { title: "Area", width: "14%", smallWidth: "11%", minWidth: 72, cell: areaName },
        {
          title: "Since",
          width: "148px",
          smallWidth: "138px",
          cell: ({ since }) => <RelativeTime at={since} timeZone={timeZone} />,
        },
        { title: "Known by", width: "104px", smallWidth: "92px", cell: (presence) => <KnownBy presence={presence} /> },
      ]}
      {...(changes && {
        actions: {
          width: "146px",
          draw: (presence: Presence) => <PresenceActions presence={presence} changes={changes} />,
        },
      })}
      search={{
        label: "Search vehicle, name or area",
        textsOf: (presence) => [presence.vehicle, presence.name, areaName(presence)],
      }}
      filters={{ label: "Filters", choices, isShown: ({ isForgiven }) => isForgiven }}
    />
  );
}

/** The event that a vehicle is known by, or that a person entered it. */
function KnownBy({ presence: { eventId, eventModule } }: { presence: Presence }) {
  const page = pages[eventModule as keyof typeof pages];
  if (eventId === null || page === undefined) return "Entered by a person";
  return (
    <Link to={page} search={{ open: `events.${eventId}` }}>
      Event {eventId}
    </Link>
  );
}

/** What a person may do with a vehicle that is inside. */
interface PresenceChanges {
  toggleForgiven(presence: Presence): void;
  /** Asks first. */
  remove(presence: Presence): Promise<void>;
  /** Whether a change of this vehicle is being saved. */
  isBusy(presence: Presence): boolean;
}

/** The changes of all rows, or undefined without the permission: a table may have hundreds of rows. */
function usePresenceChanges(): PresenceChanges | undefined {
  const may = useMay();
  const change = useAction("PUT /access/presence/{id}", { topics: ["access_presence"] });
  const remove = useAction("DELETE /access/presence/{id}", { topics: ["access_presence"] });
  if (!may("PUT /access/presence/{id}")) return undefined;
  return {
    toggleForgiven: ({ id, version, vehicle, areaId, isForgiven }) =>
      change.mutate({ params: { id }, body: { vehicle, areaId, isForgiven: !isForgiven }, ifMatch: version }),
    remove: async ({ id, vehicle }) => {
      if (await askYesNo(`Mark ${formatPlate(vehicle)} as outside?`)) remove.mutate({ params: { id } });
    },
    isBusy: ({ id }) => [change, remove].some(({ isPending, variables }) => isPending && variables.params.id === id),
  };
}

/** The buttons of a vehicle. */
function PresenceActions({ presence, changes }: { presence: Presence; changes: PresenceChanges }) {
  const { isForgiven } = presence;
  const vehicle = formatPlate(presence.vehicle);
  const isBusy = changes.isBusy(presence);
  return (
    <>
      <RowButton
        label={isForgiven ? `Revoke forgiving ${vehicle}` : `Forgive ${vehicle}`}
        title={isForgiven ? "Anti-passback applies again" : "Anti-passback ignores the next passage"}
        text={isForgiven ? "Revoke" : "Forgive"}
        isBusy={isBusy}
        onClick={() => changes.toggleForgiven(presence)}
      />
      <RowButton
        label={`Remove ${vehicle}`}
        title="Mark as outside"
        text="Remove"
        isBusy={isBusy}
        onClick={() => void changes.remove(presence)}
      />
    </>
  );
}

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
