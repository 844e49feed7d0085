import { type Webhook, webhook, webhookDraft, webhookEndpoints } from "@gatehouse/contract/entities/notification";
import { required } from "@gatehouse/contract/fields/required";
import { sql } from "kysely";
import { rejectForbiddenUrls } from "../../house/integration-url.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";

/** CRUD of webhooks. The signing secret is stored encrypted and never returned. */
export const webhookRoutes = ({ secrets }: Services) =>
  resource<typeof webhookEndpoints, Webhook>(webhookEndpoints, {
    table: "notification_webhooks",
    view: "notification_webhook_records",
    record: webhook,
    draft: webhookDraft,
    constraints: { notification_webhooks_name: { path: "name", message: "This webhook already exists" } },
    encode: ({ signingSecret, ...columns }) => ({
      ...columns,
      // An omitted or empty secret keeps the stored one.
      ...(typeof signingSecret === "string" ? { signingSecret: secrets.seal(signingSecret) } : {}),
    }),
    decode: ({ signingSecret, ...row }) => ({
      ...row,
      isSecretUnreadable: secrets.open(String(signingSecret)) === undefined,
    }),
    guardSaved: async (tx, id) => {
      const saved = await tx
        .selectFrom("notification_webhooks")
        .select(["url", "signingSecret"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!saved) throw httpError("record/not-found");
      if (saved.signingSecret === null) throw invalidFields([{ path: "signingSecret", message: required }]);
      await rejectForbiddenUrls(tx, { url: saved.url });
    },
    // Messages that wait for a deleted webhook can never be delivered.
    guardRemoved: async (tx) => {
      await sql`
        delete from outbox where kind = 'notification-webhook' and "takenAt" is null
          and target not in (select id::text from notification_webhooks)`.execute(tx);
    },
  });
