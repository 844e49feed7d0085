import type { ReadDb } from "../../platform/database/database.ts";
import type { Secrets } from "../../platform/security/secrets.ts";

/** A webhook with its decrypted secret, which is undefined if it can't be decrypted. */
interface StoredWebhook {
  readonly name: string;
  readonly url: string;
  readonly signingSecret: string | undefined;
}

/** Loads a webhook; undefined if there is none with this id. */
export async function loadWebhook(db: ReadDb, secrets: Secrets, id: number): Promise<StoredWebhook | undefined> {
  const row = await db
    .selectFrom("notification_webhooks")
    .select(["name", "url", "signingSecret"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...row, signingSecret: secrets.open(row.signingSecret ?? "") };
}
