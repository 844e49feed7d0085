import { IntegrationKeysCard } from "../../alert/integration-keys-card.tsx";
import { NotificationsLinkCard } from "../../alert/notifications-link-card.tsx";
import { OutboxCard } from "../../alert/outbox-card.tsx";
import { useMay } from "../../api/permissions.ts";
import { CommissionCard } from "../../gate/commission-card.tsx";
import { PeopleLinkCard } from "../../people/people-link-card.tsx";
import { Page } from "../../ui/page.tsx";
import { DiagnosticsCard } from "../diagnostics/diagnostics-card.tsx";
import { PrivacyLinkCard } from "../privacy/privacy-link-card.tsx";
import { ModuleSwitches } from "./module-switches.tsx";

/** Modules, commissioning, API keys and pending messages. */
export default function SettingsPage() {
  const may = useMay();
  return (
    <Page>
      <ModuleSwitches />
      {may("GET /pzapp/commission") && <CommissionCard />}
      {may("GET /users") && <PeopleLinkCard />}
      {may("GET /notifications/rules") && <NotificationsLinkCard />}
      {may("GET /privacy/retention") && <PrivacyLinkCard />}
      {may("GET /integration-keys") && <IntegrationKeysCard />}
      {may("GET /outbox") && <OutboxCard />}
      {may("GET /diagnostics") && <DiagnosticsCard />}
    </Page>
  );
}
