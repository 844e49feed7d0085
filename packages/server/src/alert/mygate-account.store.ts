import type { MygateAccount } from "@gatehouse/drivers/mygate/mygate";
import type { ReadDb } from "../platform/database/database.ts";
import type { Secrets } from "../platform/security/secrets.ts";

/** The account with its decrypted key, and the position of the last pull. */
export interface StoredMygate extends MygateAccount {
  readonly syncedUpTo: number;
  /** There is a key, but it can't be decrypted. */
  readonly isApiKeyUnreadable: boolean;
}

export async function loadMygate(db: ReadDb, secrets: Secrets): Promise<StoredMygate | undefined> {
  const row = await db
    .selectFrom("mygate")
    .select(["syncAPIUrl", "notifyAPIUrl", "deviceId", "apiKeySecret", "syncedUpTo"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { apiKeySecret, ...account } = row;
  const apiKey = apiKeySecret === null ? undefined : secrets.open(apiKeySecret);
  const isApiKeyUnreadable = apiKeySecret !== null && apiKey === undefined;
  return { ...account, isApiKeyUnreadable, ...(apiKey !== undefined && { apiKey }) };
}
