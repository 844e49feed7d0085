import { useMay } from "../../api/permissions.ts";
import { CommissionCard } from "../../entities/commission/commission-card.tsx";
import { DiagnosticsCard } from "../../entities/diagnostics/diagnostics-card.tsx";
import { IntegrationKeysCard } from "../../entities/integration/integration-keys-card.tsx";
import { ModuleSwitches } from "../../entities/module-activation/module-switches.tsx";
import { NotificationsLinkCard } from "../../entities/notification/notifications-link-card.tsx";
import { OutboxCard } from "../../entities/outbox/outbox-card.tsx";
import { PrivacyLinkCard } from "../../entities/privacy/privacy-link-card.tsx";
import { PeopleLinkCard } from "../../entities/user/people-link-card.tsx";
import { Page } from "../../ui/page.tsx";

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
