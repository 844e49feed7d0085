import { accessListTitles, type ListEntry } from "@gatehouse/contract/entities/access/access";
import { identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSite } from "../../api/site.ts";
import type { Resource } from "../../forms/resource.ts";
import { ResourceTable } from "../../forms/resource-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Page } from "../../ui/page.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "./access-list.module.css";
import { denyList, watchList } from "./list-entry.resource.ts";
import { PassTable } from "./pass-table.tsx";

const tabs = { ...accessListTitles, passes: "Visitor passes" } as const;
type Tab = keyof typeof tabs;

/** Deny list, watch list and visitors' passes. */
export default function ListsPage() {
  const { tab, open = "" } = useSearch({ from: "/shell/access/lists" });
  const navigate = useNavigate();
  // A link to a record opens the tab that lists it.
  const linked: Tab | undefined = open.startsWith("access_passes.") ? "passes" : undefined;
  const shown = linked ?? (Object.keys(tabs) as Tab[]).find((known) => known === tab) ?? "deny";
  const choose = (next: string | null) =>
    void navigate({ to: ".", search: next === "deny" ? {} : { tab: next ?? "" }, replace: true, resetScroll: false });
  return (
    <Page>
      <Tabs value={shown} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md" aria-label="Lists">
          {Object.entries(tabs).map(([value, title]) => (
            <Tabs.Tab key={value} value={value}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="deny">
          <ListTable
            title={tabs.deny}
            purpose="Denied at every gate, even if registered. An exit stays open."
            resource={denyList}
          />
        </Tabs.Panel>
        <Tabs.Panel value="watch">
          <ListTable title={tabs.watch} purpose="Raises an alert when read, and never denies." resource={watchList} />
        </Tabs.Panel>
        <Tabs.Panel value="passes">
          <PassTable />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

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
function ListTable(props: ListTableProps) {
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
