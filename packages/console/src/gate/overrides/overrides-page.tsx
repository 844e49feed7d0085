import { overrideKinds } from "@gatehouse/contract/entities/access/access";
import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useMay } from "../../api/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { ActiveOverrides } from "./active-overrides.tsx";
import { OverrideForm } from "./override-form.tsx";
import { useOverrides } from "./use-overrides.ts";

/** The overrides of the whole site, apart from the lists that people work with. */
export default function OverridesPage() {
  return (
    <Page>
      <SiteOverrides />
    </Page>
  );
}

/** Overrides of the whole site. */
function SiteOverrides() {
  const may = useMay();
  const isLimited = (useQuery(ownAccountQuery).data?.gateIds ?? null) !== null;
  const { active, gateName } = useOverrides();
  const ofSite = active.filter(({ gateId }) => gateId === null);
  return (
    <Card
      title="Site overrides"
      purpose="Lockdown closes every entry. Hold open opens every gate. Evacuate opens and holds every exit. Each is confirmed by typing its name."
    >
      {ofSite.length > 0 && <ActiveOverrides overrides={ofSite} gateName={gateName} />}
      {may("POST /access/overrides") && !isLimited ? (
        <OverrideForm gateId={null} kinds={overrideKinds} />
      ) : (
        ofSite.length === 0 && <p>No override of the site is active.</p>
      )}
    </Card>
  );
}
