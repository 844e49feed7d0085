import { accessListTitles } from "@gatehouse/contract/entities/access/access";
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../ui/page.tsx";
import { denyList, watchList } from "./list-entry.resource.ts";
import { ListTable } from "./list-table.tsx";
import { PassTable } from "./pass-table.tsx";

const tabs = { ...accessListTitles, passes: "Visitor passes" } as const;
type Tab = keyof typeof tabs;

/** Deny list, watch list and visitors' passes. */
export default function ListsPage() {
  const { tab, open = "" } = useSearch({ strict: false });
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
