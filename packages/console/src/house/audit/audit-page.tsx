import { useMay } from "../../api/permissions.ts";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { AuditList } from "./audit-list.tsx";
import { AuditReceiverCard } from "./audit-receiver-card.tsx";

/** The audit trail. */
export default function AuditPage() {
  const may = useMay();
  if (!may("GET /audit")) {
    return (
      <Page>
        <NotAvailable>
          The audit trail needs a role that includes it, for the whole site. Please ask an administrator.
        </NotAvailable>
        <AuditReceiverCard />
      </Page>
    );
  }
  return (
    <Page purpose="Who changed what, when and from where. Entries cannot be changed.">
      <AuditList />
      <AuditReceiverCard />
    </Page>
  );
}
