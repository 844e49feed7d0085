import { SiteOverrides } from "../../access/site-overrides.tsx";
import { callQuery } from "../../api/call-query.ts";
import type { Preload } from "../../api/preload.ts";
import { Page } from "../../ui/page.tsx";

/** RULE-7: the overrides of the whole site, apart from the lists that people work with. */
export default function OverridesPage() {
  return (
    <Page>
      <SiteOverrides />
    </Page>
  );
}

export const preload: Preload = (queries) =>
  queries.prefetchQuery(callQuery("access_overrides", "GET /access/overrides"));
