import { SiteOverrides } from "../../access/site-overrides.tsx";
import { AreaCounts } from "../../entities/presence/area-counts.tsx";
import { PresenceTable } from "../../entities/presence/presence-table.tsx";
import { Page } from "../../ui/page.tsx";

/** RULE-4, RULE-7: who is inside, and the overrides of the whole site. */
export default function PresencePage() {
  return (
    <Page>
      <SiteOverrides />
      <AreaCounts />
      <PresenceTable />
    </Page>
  );
}
