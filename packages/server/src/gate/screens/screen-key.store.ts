import { screenKeyPrefix } from "@gatehouse/contract/entities/display/display-page";
import type { NotNull } from "kysely";
import { sql } from "kysely";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { ScreenHolder } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { createRandomKey, hashRandomKey } from "../../platform/security/random-keys.ts";

/** Creates the key of a display, in place of an earlier one. The database stores its hash only. */
export async function replaceScreenKey(
  tx: Tx,
  displayId: number,
  createdBy: string,
  now: Date,
): Promise<{ key: string; uid: string }> {
  const display = await tx
    .selectFrom("displays")
    .select(["uid", "type"])
    .where("id", "=", displayId)
    .executeTakeFirst();
  if (!display) throw httpError("record/not-found");
  if (display.type !== "multimedia") throw httpError("display/no-page");
  const key = createRandomKey(screenKeyPrefix);
  const row = { keyHash: hashRandomKey(key), createdAt: now, createdBy, lastAddress: null };
  await tx
    .insertInto("screen_keys")
    .values({ displayId, ...row })
    .onConflict((conflict) => conflict.column("displayId").doUpdateSet(row))
    .execute();
  await announceScreens(tx);
  return { key, uid: display.uid };
}

/** Revokes the key of a display; rejects if it has none. */
export async function revokeScreenKey(tx: Tx, displayId: number): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom("screen_keys").where("displayId", "=", displayId).executeTakeFirst();
  if (numDeletedRows === 0n) throw httpError("record/not-found");
  await announceScreens(tx);
}

/** Finds the display of a key, and saves the address of its use. */
export async function findScreenHolder(db: Database, key: string, address: string): Promise<ScreenHolder | undefined> {
  const keyHash = hashRandomKey(key);
  const row = await db
    .selectFrom("screen_keys as key")
    .innerJoin("displays as display", "display.id", "key.displayId")
    .select(["display.id", "display.uid", "key.lastAddress"])
    .where("key.keyHash", "=", keyHash)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.lastAddress !== address) {
    await db.updateTable("screen_keys").set({ lastAddress: address }).where("keyHash", "=", keyHash).execute();
  }
  return { displayId: row.id, uid: row.uid, keyHash };
}

/** Lists the last address of each key. */
export async function listScreenAddresses(db: ReadDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("screen_keys")
    .select("lastAddress")
    .where("lastAddress", "is not", null)
    .$narrowType<{ lastAddress: NotNull }>()
    .execute();
  return new Set(rows.map(({ lastAddress }) => lastAddress));
}

/** Makes consoles and streams reload the keys and screens. */
export async function announceScreens(db: Tx | Database): Promise<void> {
  await sql`select ${notifyChange("screens")}`.execute(db);
}
