import { ResourceCard } from "../../forms/resource-card.tsx";
import { webhooks } from "./webhook.resource.tsx";

export function WebhooksCard() {
  return (
    <ResourceCard
      title="Webhooks"
      purpose="Other systems that receive alerts as signed JSON, as described by Standard Webhooks."
      resource={webhooks}
      addLabel="Add webhook"
    />
  );
}
