import { ResourceCard } from "../../forms/resource-card.tsx";
import { notificationRules } from "./notification-rule.resource.tsx";

export function RulesCard() {
  return (
    <ResourceCard
      title="Rules"
      purpose="Each rule selects kinds of alerts and their recipients. Alerts from before a rule was added are not sent."
      resource={notificationRules}
      addLabel="Add rule"
    />
  );
}
