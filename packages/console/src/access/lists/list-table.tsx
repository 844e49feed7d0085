import type { ListEntry } from "@gatehouse/contract/entities/access/access";
import { identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import { useSite } from "../../api/site.ts";
import type { Resource } from "../../forms/resource.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { PlateFace } from "../plate.tsx";
import classes from "./access-list.module.css";

interface ListTableProps {
  title: string;
  purpose: string;
  resource: Resource<ListEntry>;
}

const choices = [
  { value: "current", label: "In effect" },
  { value: "over", label: "Over" },
] as const;

/** The entries of the deny or the watch list. */
export function ListTable(props: ListTableProps) {
  const { timeZone } = useSite();
  const nowMs = useNowMs();
  const isOver = ({ until }: ListEntry) => until !== null && Date.parse(until) <= nowMs;
  return (
    <ResourceTable
      {...props}
      lead={{
        title: "Plate/Tag",
        minWidth: 136,
        cell: ({ iid, type }) => <PlateFace text={iid} isTag={type === "RFID"} />,
      }}
      columns={[
        { title: "Type", width: "12%", minWidth: 72, cell: ({ type }) => identifierTypeTitles[type] },
        { title: "Reason", width: "38%", cell: ({ reason }) => reason },
        {
          title: "Until",
          width: "22%",
          cell: (entry) => (
            <>
              {entry.until === null ? "No end" : <DateTime at={entry.until} timeZone={timeZone} />}
              {isOver(entry) && <span className={classes.over}>Over</span>}
            </>
          ),
        },
      ]}
      search={{ label: "Search plate, tag or reason", textsOf: ({ iid, reason }) => [iid, reason] }}
      filters={{ label: "Filters", choices, isShown: (entry, filter) => isOver(entry) === (filter === "over") }}
    />
  );
}
