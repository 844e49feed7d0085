import { createHash, randomBytes } from "node:crypto";
import type { IntegrationKey } from "@gatehouse/contract/entities/integration/integration.schema";
import type { KeyPurpose } from "@gatehouse/contract/entities/integration/integration-key";
import type { Database, ReadDb, Tx } from "../platform/database/database.ts";
import type { KeyHolder } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { mapConstraintErrors } from "../resources/constraint.ts";

const listed = ["id", "name", "purpose", "prefix", "createdAt", "createdBy", "lastUsedAt", "revokedAt"] as const;
const prefixLength = 10;
const usedEveryMs = 60_000;

// A key is as random as its hash is long, so a plain hash keeps it as well as a slow one would.
const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/** Every key, the newest first. */
export async function listKeys(db: ReadDb): Promise<IntegrationKey[]> {
  const rows = await db.selectFrom("integration_keys").select(listed).orderBy("id", "desc").execute();
  return rows as IntegrationKey[];
}

/** Makes a key; this is the only time that it can be read. */
export async function createKey(
  tx: Tx,
  draft: { name: string; purpose: KeyPurpose },
  createdBy: string,
  now: Date,
): Promise<IntegrationKey & { key: string }> {
  const key = `ghk_${randomBytes(32).toString("base64url")}`;
  const insert = tx
    .insertInto("integration_keys")
    .values({ ...draft, prefix: key.slice(0, prefixLength), keyHash: hashOf(key), createdAt: now, createdBy })
    .returning(listed);
  const taken = { integration_keys_name: { path: "name", message: "Another key has this name" } };
  const row = await mapConstraintErrors(taken, insert.executeTakeFirstOrThrow());
  return { ...(row as IntegrationKey), key };
}

/** From now on the key opens nothing. */
export async function revokeKey(tx: Tx, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("integration_keys")
    .set({ revokedAt: now })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse("record/not-found");
}

/** Whose key this is, if it is valid for the purpose. */
export async function findKeyHolder(
  db: Database,
  key: string,
  purpose: KeyPurpose,
  { now, address }: { now: Date; address: string },
): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom("integration_keys")
    .select(["id", "name", "lastUsedAt", "lastAddress"])
    .where("keyHash", "=", hashOf(key))
    .where("purpose", "=", purpose)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  // In both directions: the clock may have been ahead.
  const isNews = row.lastUsedAt === null || Math.abs(now.getTime() - Date.parse(row.lastUsedAt)) > usedEveryMs;
  if (isNews || row.lastAddress !== address) {
    await db
      .updateTable("integration_keys")
      .set({ lastUsedAt: now, lastAddress: address })
      .where("id", "=", row.id)
      .execute();
  }
  return { keyId: row.id, name: row.name };
}

/** The addresses from which valid keys were used last. */
export async function listKeyAddresses(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("integration_keys")
    .select("lastAddress")
    .where("revokedAt", "is", null)
    .where("lastAddress", "is not", null)
    .execute();
  return new Set(rows.map(({ lastAddress }) => lastAddress ?? ""));
}
