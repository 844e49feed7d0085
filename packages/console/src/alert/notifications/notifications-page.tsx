import { useMay } from "../../api/permissions.ts";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { MailServerCard } from "./mail-server-card.tsx";
import { RulesCard } from "./rules-card.tsx";
import { WebhooksCard } from "./webhooks-card.tsx";

/** NOTE-1 to NOTE-4: recipients, channels and times of notifications. */
export default function NotificationsPage() {
  const may = useMay();
  if (!may("GET /notifications/rules")) {
    return (
      <Page>
        <NotAvailable>Your role does not include the notification settings. Please ask an administrator.</NotAvailable>
      </Page>
    );
  }
  return (
    <Page purpose="Who receives alerts, when and how. The bell in the header lists every open alert.">
      <RulesCard />
      <MailServerCard />
      <WebhooksCard />
    </Page>
  );
}
