import type { IntegrationKey, KeyPurpose } from "@gatehouse/contract/entities/integration";
import { integrationKeyPrefix } from "@gatehouse/contract/session-limits";
import type { NotNull } from "kysely";
import type { Database, ReadDb, Tx } from "../platform/database/database.ts";
import type { KeyHolder } from "../platform/http/call.ts";
import { httpError } from "../platform/http/http-error.ts";
import { mapConstraintErrors } from "../platform/resources/constraint.ts";
import { createKeyCheck } from "../platform/security/key-check.ts";
import { createRandomKey, hashRandomKey } from "../platform/security/random-keys.ts";
import type { Services } from "../platform/services.ts";

const publicColumns = ["id", "name", "purpose", "prefix", "createdAt", "createdBy", "lastUsedAt", "revokedAt"] as const;
const prefixLength = 10;
/** The time of last use is updated at most this often. */
const lastUsedIntervalMs = 60_000;

/** Lists all keys, newest first. */
export async function listKeys(db: ReadDb): Promise<IntegrationKey[]> {
  const rows = await db.selectFrom("integration_keys").select(publicColumns).orderBy("id", "desc").execute();
  return rows as IntegrationKey[];
}

/** Creates a key. Only this response contains it; the database stores its hash. */
export async function createKey(
  tx: Tx,
  draft: { name: string; purpose: KeyPurpose },
  createdBy: string,
  now: Date,
): Promise<IntegrationKey & { key: string }> {
  const key = createRandomKey(integrationKeyPrefix);
  const insert = tx
    .insertInto("integration_keys")
    .values({ ...draft, prefix: key.slice(0, prefixLength), keyHash: hashRandomKey(key), createdAt: now, createdBy })
    .returning(publicColumns);
  const taken = { integration_keys_name: { path: "name", message: "Another key has this name" } };
  const row = await mapConstraintErrors(taken, insert.executeTakeFirstOrThrow());
  return { ...(row as IntegrationKey), key };
}

/** Revokes a key; rejects if it is unknown or already revoked. */
export async function revokeKey(tx: Tx, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("integration_keys")
    .set({ revokedAt: now })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw httpError("record/not-found");
}

/** Finds the holder of a key that is valid for the purpose, and saves the time and address of its use. */
async function findKeyHolder(
  db: Database,
  key: string,
  purpose: KeyPurpose,
  { now, address }: { now: Date; address: string },
): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom("integration_keys")
    .select(["id", "name", "lastUsedAt", "lastAddress"])
    .where("keyHash", "=", hashRandomKey(key))
    .where("purpose", "=", purpose)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  // Absolute difference, because the clock may have stepped back.
  const isOutdated =
    row.lastUsedAt === null || Math.abs(now.getTime() - Date.parse(row.lastUsedAt)) > lastUsedIntervalMs;
  if (isOutdated || row.lastAddress !== address) {
    await db
      .updateTable("integration_keys")
      .set({ lastUsedAt: now, lastAddress: address })
      .where("id", "=", row.id)
      .execute();
  }
  return { keyId: row.id, name: row.name };
}

/** Lists the last address of each valid key. */
async function listKeyAddresses(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("integration_keys")
    .select("lastAddress")
    .where("revokedAt", "is", null)
    .where("lastAddress", "is not", null)
    .$narrowType<{ lastAddress: NotNull }>()
    .execute();
  return new Set(rows.map(({ lastAddress }) => lastAddress));
}

export const createIntegrationKeyCheck = ({ db, clock }: Pick<Services, "db" | "clock">) =>
  createKeyCheck<KeyHolder, KeyPurpose>(clock, {
    find: (key, purpose, address) => findKeyHolder(db, key, purpose, { now: clock.now(), address }),
    idOf: ({ keyId }) => keyId,
    listAddresses: () => listKeyAddresses(db),
  });
