import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { SiteOverrides } from "../../access/site-overrides.tsx";
import { AreaCounts } from "../../entities/presence/area-counts.tsx";
import { PresenceTable } from "../../entities/presence/presence-table.tsx";
import { Page } from "../../ui/page.tsx";

/** RULE-4, RULE-7: who is inside, and the overrides of the whole site. */
export default function PresencePage() {
  return (
    <Page>
      <Suspense fallback={<Skeleton height={400} radius={6} />}>
        <SiteOverrides />
        <AreaCounts />
        <PresenceTable />
      </Suspense>
    </Page>
  );
}
