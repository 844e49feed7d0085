import { useMay } from "../../api/permissions.ts";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { CleanUpsCard } from "./clean-ups-card.tsx";
import { LegalHoldsTable } from "./legal-holds-table.tsx";
import { PlateCard } from "./plate-card.tsx";
import { RetentionCard } from "./retention-card.tsx";

/** PRIV-1 to PRIV-4: retention, legal holds, and requests about one plate. */
export default function PrivacyPage() {
  const may = useMay();
  if (!may("GET /privacy/retention")) {
    return (
      <Page>
        <NotAvailable>
          You are limited to certain gates, and privacy concerns the whole site. Please ask an administrator.
        </NotAvailable>
      </Page>
    );
  }
  return (
    <Page purpose="How long data is kept, what must not be deleted, and what is stored about one vehicle.">
      <RetentionCard />
      <CleanUpsCard />
      {may("GET /legal-holds") && <LegalHoldsTable />}
      {may("GET /privacy/plates/{plate}") && <PlateCard />}
    </Page>
  );
}
