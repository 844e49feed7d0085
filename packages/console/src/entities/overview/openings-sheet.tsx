import { overviewMessages } from "@gatehouse/contract/entities/overview/overview.messages";
import type { Overview } from "@gatehouse/contract/entities/overview/overview.schema";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CommandOutcome } from "../../access/outcome.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import type { Period } from "./overview-period.ts";

const columns = [
  { title: "Time", width: "150px" },
  { title: "Person" },
  { title: "Gate" },
  { title: "Reason" },
  { title: "Result" },
];

interface OpeningsSheetProps {
  period: Period;
  people: Overview["openings"];
  onClose: () => void;
}

/** OPS-2: the manual openings behind their figure, by person. */
export default function OpeningsSheet({ period, people, onClose }: OpeningsSheetProps) {
  const { timeZone } = useSite();
  const [by, setBy] = useState("");
  const [place, setPlace] = useState<{ page: number; cursor?: string }>({ page: 1 });
  const query = {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    limit: 50,
    ...(by !== "" && { by }),
    ...(place.cursor !== undefined && { cursor: place.cursor }),
  };
  const openings = useQuery(callQuery("commands", "GET /overview/openings", { query }));
  const { next = null, prev = null } = openings.data ?? {};
  const turn = (page: number) => {
    const cursor = page > place.page ? next : prev;
    setPlace(page <= 1 || cursor === null ? { page: 1 } : { page, cursor });
  };
  return (
    <SideSheet title="Manual openings" width={760} onClose={onClose}>
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
      <DataTable
        label="Manual openings"
        columns={columns}
        rows={openings.data?.data}
        failure={
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
          </tr>
        )}
      </DataTable>
      {(next !== null || place.page > 1) && (
        <Pager page={place.page} hasNext={next !== null} isTurning={openings.isFetching} onTurn={turn} />
      )}
    </SideSheet>
  );
}
