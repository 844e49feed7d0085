import type { Opening, Overview } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CommandOutcome } from "../../access/outcome.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { eventPage } from "./event-lists.ts";
import classes from "./overview.module.css";
import type { Period } from "./overview-period.ts";

const columns = [
  { title: "Time", width: "150px" },
  { title: "Person" },
  { title: "Gate" },
  { title: "Reason" },
  { title: "Result" },
  { title: "Event", width: "104px" },
];

interface OpeningsSheetProps {
  period: Period;
  people: Overview["openings"];
  onClose: () => void;
}

/** The event that the opening followed, with its picture. */
function OpenedEvent({ opening: { eventId, eventModule, fullImage, vehicle } }: { opening: Opening }) {
  if (eventId === null || eventModule === null) return "–";
  return (
    <Link to={eventPage(eventModule)} search={{ tab: "all", open: `events.${eventId}` }}>
      {fullImage !== null && <img className={classes.opened} src={fullImage} alt="" loading="lazy" />}
      {vehicle === null ? `Event ${eventId}` : formatPlate(vehicle)}
    </Link>
  );
}

/** The manual openings behind their figure, by person. */
export default function OpeningsSheet({ period, people, onClose }: OpeningsSheetProps) {
  const { timeZone } = useSite();
  const [by, setBy] = useState("");
  const [place, setPlace] = useState<{ page: number; cursor?: string }>({ page: 1 });
  const may = useMay();
  const exporting = useDownload("GET /overview/openings/export");
  const sought = {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    ...(by !== "" && { by }),
  };
  const query = {
    ...sought,
    limit: 50,
    ...(place.cursor !== undefined && { cursor: place.cursor }),
  };
  const openings = useQuery(callQuery("commands", "GET /overview/openings", { query }));
  const { next = null, prev = null } = openings.data ?? {};
  const turn = (page: number) => {
    const cursor = page > place.page ? next : prev;
    setPlace(page <= 1 || cursor === null ? { page: 1 } : { page, cursor });
  };
  return (
    <SideSheet title="Manual openings" width={860} onClose={onClose}>
      <div className={classes.sought}>
        <NativeSelect
          label="Person"
          size="xs"
          w={260}
          data={[
            { value: "", label: "Everyone" },
            ...people.map((person) => ({ value: person.by, label: `${person.by} (${person.count})` })),
          ]}
          value={by}
          onChange={({ currentTarget }) => {
            setBy(currentTarget.value);
            setPlace({ page: 1 });
          }}
        />
        {may("GET /overview/openings/export") && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={openings.data?.data.length === 0}
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ query: sought, name: "manual-openings.csv" })}
          >
            Export CSV
          </Button>
        )}
      </div>
      <DataTable
        label="Manual openings"
        columns={columns}
        rows={openings.data?.data}
        error={
          openings.isError
            ? {
                text: errorText(openings.error, overviewMessages["GET /overview/openings"].failure),
                retry: () => void openings.refetch(),
              }
            : undefined
        }
        empty="No manual openings"
      >
        {(opening) => (
          <tr key={opening.id}>
            <td>
              <DateTime at={opening.at} timeZone={timeZone} />
            </td>
            <td data-label="Person">{opening.by}</td>
            <td data-label="Gate">{opening.gateName ?? opening.target.name}</td>
            <td data-label="Reason">{opening.reason}</td>
            <td data-label="Result">
              <CommandOutcome state={opening.state} />
            </td>
            <td data-label="Event">
              <OpenedEvent opening={opening} />
            </td>
          </tr>
        )}
      </DataTable>
      {(next !== null || place.page > 1) && (
        <Pager page={place.page} hasNext={next !== null} isTurning={openings.isFetching} onTurn={turn} />
      )}
    </SideSheet>
  );
}
