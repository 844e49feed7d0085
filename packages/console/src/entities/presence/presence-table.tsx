import type { Presence } from "@gatehouse/contract/entities/access/access";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PlateFace } from "../../access/plate.tsx";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import classes from "./presence.module.css";
import { presences } from "./presence.resource.ts";
import { PresenceActions, usePresenceChanges } from "./presence-actions.tsx";

const pages = { ANPR_ACCESS_CONTROL: "/access-control/events", RFID_ACCESS_CONTROL: "/access-control/rfid-events" };

const choices = [{ value: "forgiven", label: "Forgiven", hint: "Anti-passback ignores their next passage" }] as const;

/** RULE-4: who is inside, since when and by which event. */
export function PresenceTable() {
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
