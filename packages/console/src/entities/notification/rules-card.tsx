import { ResourceCard } from "../../forms/resource-card.tsx";
import { notificationRules } from "./notification-rule.resource.tsx";

/** NOTE-1, NOTE-2: the notification rules. */
export function RulesCard() {
  return (
    <ResourceCard
      title="Rules"
      purpose="Each rule selects kinds of alerts and who is told about them. A rule does not apply to alerts from before it was added."
      resource={notificationRules}
      addLabel="Add rule"
    />
  );
}
