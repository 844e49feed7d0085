import { useMay } from "../../api/permissions.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Page } from "../../ui/page.tsx";
import { areas } from "./area.resource.tsx";
import { groups } from "./group.resource.ts";
import { PolicyHistory } from "./policy-history.tsx";
import { RulesCard } from "./rules-card.tsx";
import { ShadowResults } from "./shadow-results.tsx";

/** The rules that decide who may pass, and the groups and areas they refer to. */
export default function AccessRulesPage() {
  const may = useMay();
  return (
    <Page purpose="Who may pass which gate, and when.">
      <RulesCard />
      <ShadowResults />
      <ResourceCard
        title="Groups"
        purpose="Identifiers are added to groups on the page Identifiers."
        resource={groups}
        isChips
      />
      <ResourceCard
        title="Areas"
        purpose="Gates are assigned to areas on the page Gates & Actuators."
        resource={areas}
      />
      {may("GET /access/policy-versions") && <PolicyHistory />}
    </Page>
  );
}
