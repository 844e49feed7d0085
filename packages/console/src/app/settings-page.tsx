import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IntegrationKeysCard } from "../alert/integration-keys-card.tsx";
import { OutboxCard } from "../alert/outbox-card.tsx";
import { useMay } from "../api/permissions.ts";
import { CommissionCard } from "../gate/commission-card.tsx";
import { ModuleSwitches } from "../house/configuration/module-switches.tsx";
import { DiagnosticsCard } from "../house/diagnostics/diagnostics-card.tsx";
import { Card } from "../ui/card.tsx";
import { Page } from "../ui/page.tsx";
import classes from "./settings-page.module.css";

/** Modules, commissioning, API keys and pending messages. */
export default function SettingsPage() {
  const may = useMay();
  return (
    <Page>
      <ModuleSwitches />
      {may("GET /pzapp/commission") && <CommissionCard />}
      {may("GET /users") && (
        <LinkCard
          title="People"
          purpose="Users, the roles that decide what they may do, and how they sign in."
          links={{ "/settings/people": "Manage people", "/settings/sign-in": "Sign-in settings" }}
        />
      )}
      {may("GET /notifications/rules") && (
        <LinkCard
          title="Notifications"
          purpose="Who receives alerts by e-mail, webhook or in the browser."
          links={{ "/settings/notifications": "Notification settings" }}
        />
      )}
      {may("GET /privacy/retention") && (
        <LinkCard
          title="Privacy"
          purpose="How long data is kept, legal holds, and requests about one plate."
          links={{ "/settings/privacy": "Privacy settings" }}
        />
      )}
      {may("GET /integration-keys") && <IntegrationKeysCard />}
      {may("GET /outbox") && <OutboxCard />}
      {may("GET /diagnostics") && <DiagnosticsCard />}
    </Page>
  );
}

interface LinkCardProps {
  title: string;
  purpose: string;
  links: Readonly<Record<string, string>>;
}

/** Leads to pages that are not in the menu. */
function LinkCard({ title, purpose, links }: LinkCardProps) {
  return (
    <Card title={title} purpose={purpose}>
      <div className={classes.links}>
        {Object.entries(links).map(([to, text]) => (
          <Button key={to} variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
            {text}
          </Button>
        ))}
      </div>
    </Card>
  );
}
