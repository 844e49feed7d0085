import { SiteOverrides } from "../../access/site-overrides.tsx";
import { callQuery, sharedQuery } from "../../api/call-query.ts";
import type { Preload } from "../../api/preload.ts";
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

export const preload: Preload = (queries) =>
  Promise.all([
    queries.prefetchQuery(sharedQuery("access_presence", "GET /access/presence")),
    queries.prefetchQuery(callQuery("access_areas", "GET /access/areas")),
    queries.prefetchQuery(callQuery("access_overrides", "GET /access/overrides")),
  ]);
