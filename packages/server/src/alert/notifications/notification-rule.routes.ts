import {
  type EscalationStep,
  type NotificationRule,
  notificationRule,
  notificationRuleDraft,
  notificationRuleEndpoints,
} from "@gatehouse/contract/entities/notification";
import type { Tx } from "../../platform/database/database.ts";
import { invalidFields } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { startRule } from "./notification-rule.store.ts";

type Fields = Pick<NotificationRule, "webhookIds"> & { escalation: readonly EscalationStep[] };

/** CRUD of notification rules. */
export const notificationRuleRoutes = ({ clock }: Services) =>
  resource<typeof notificationRuleEndpoints, NotificationRule>(notificationRuleEndpoints, {
    table: "notification_rules",
    record: notificationRule,
    draft: notificationRuleDraft,
    constraints: { notification_rules_name: { path: "name", message: "This rule already exists" } },
    encode: ({ escalation, ...columns }) => ({ ...columns, escalation: JSON.stringify(escalation) }),
    writeParts: async (tx, id, fields) => {
      const { webhookIds, escalation } = fields as unknown as Fields;
      await checkWebhooks(tx, { webhookIds, escalation });
      await startRule(tx, id, clock.now());
      await tx.deleteFrom("notification_rule_webhooks").where("ruleId", "=", id).execute();
      const used = new Set([...webhookIds, ...escalation.flatMap((step) => step.webhookIds)]);
      if (used.size === 0) return;
      const parts = [...used].map((webhookId) => ({ ruleId: id, webhookId }));
      await tx.insertInto("notification_rule_webhooks").values(parts).execute();
    },
  });

/** Rejects webhooks that don't exist, at their field. */
async function checkWebhooks(tx: Tx, { webhookIds, escalation }: Fields): Promise<void> {
  // Locked, so that none is deleted before the rule is saved.
  const rows = await tx.selectFrom("notification_webhooks").select("id").forKeyShare().execute();
  const known = new Set(rows.map(({ id }) => id));
  const lists = [
    { path: "webhookIds", ids: webhookIds },
    ...escalation.map((step, index) => ({ path: `escalation.${index}.webhookIds`, ids: step.webhookIds })),
  ];
  const errors = lists
    .filter(({ ids }) => ids.some((id) => !known.has(id)))
    .map(({ path }) => ({ path, message: "This webhook does not exist" }));
  if (errors.length > 0) throw invalidFields(errors);
}
