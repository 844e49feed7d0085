import type { Provider } from "@gatehouse/contract/entities/provider";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Secrets } from "../../platform/security/secrets.ts";

/** A provider with its decrypted client secret. */
export interface StoredProvider extends Omit<Provider, "hasClientSecret"> {
  readonly clientSecret: string | undefined;
}

/** Loads every provider, by name. */
export async function listProviders(db: ReadDb | Tx, secrets: Secrets): Promise<StoredProvider[]> {
  const rows = await db.selectFrom("sign_in_providers").selectAll().orderBy("name").execute();
  return rows.map(({ clientSecret: sealed, mapping, ...row }) => {
    const clientSecret = sealed === null ? undefined : secrets.open(sealed);
    return {
      ...row,
      mapping: mapping as Provider["mapping"],
      clientSecret,
      isClientSecretUnreadable: sealed !== null && clientSecret === undefined,
    };
  });
}

/** Loads a provider; undefined if there is none with this id. */
export async function findProvider(db: ReadDb | Tx, secrets: Secrets, id: number): Promise<StoredProvider | undefined> {
  return (await listProviders(db, secrets)).find((provider) => provider.id === id);
}
