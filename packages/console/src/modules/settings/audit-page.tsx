import { AuditList } from "../../entities/audit/audit-list.tsx";
import { AuditReceiverCard } from "../../entities/audit/audit-receiver-card.tsx";
import { Page } from "../../ui/page.tsx";

/** AUD-1: the audit trail. */
export default function AuditPage() {
  return (
    <Page purpose="Who changed what, when and from where. Entries cannot be changed.">
      <AuditList />
      <AuditReceiverCard />
    </Page>
  );
}
