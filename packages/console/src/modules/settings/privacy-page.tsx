import { useMay } from "../../api/permissions.ts";
import { CleanUpsCard } from "../../entities/privacy/clean-ups-card.tsx";
import { LegalHoldsTable } from "../../entities/privacy/legal-holds-table.tsx";
import { PlateCard } from "../../entities/privacy/plate-card.tsx";
import { RetentionCard } from "../../entities/privacy/retention-card.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";

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
