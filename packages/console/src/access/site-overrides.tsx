import { overrideKinds } from "@gatehouse/contract/entities/access/override-kinds";
import { useQuery } from "@tanstack/react-query";
import { ownAccountQuery } from "../api/own-account.ts";
import { useMay } from "../api/permissions.ts";
import { Card } from "../ui/card.tsx";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { ActiveOverrides } from "./active-overrides.tsx";
import { useOverrides } from "./use-overrides.ts";

// Too large for the page itself. Suspends the whole page, so that nothing below moves when the form appears.
const OverrideForm = lazyWithRetry(() => import("./override-form.tsx"));

/** RULE-7: overrides of the whole site. */
export function SiteOverrides() {
  const may = useMay();
  const isLimited = (useQuery(ownAccountQuery).data?.gateIds ?? null) !== null;
  const { active, gateName } = useOverrides();
  const ofSite = active.filter(({ gateId }) => gateId === null);
  return (
    <Card
      title="Site overrides"
      purpose="Lockdown closes every entry. Hold open opens every gate. Evacuate opens and holds every exit."
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
