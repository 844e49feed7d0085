import type { AuditReceiver, AuditReceiverDraft } from "@gatehouse/contract/entities/audit/audit";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Secrets } from "../../platform/security/secrets.ts";

const columns = ["url", "headerSecret", "queuedUpTo", "version"] as const;

/** The receiver with its decrypted secret. */
interface StoredReceiver {
  readonly url: string;
  readonly secret: string | undefined;
  /** There is a secret, but it can't be decrypted. */
  readonly isSecretUnreadable: boolean;
}

/** Loads the receiver of the daily seal; undefined if nothing is sent. */
export async function loadReceiver(db: ReadDb, secrets: Secrets): Promise<StoredReceiver | undefined> {
  const row = await db.selectFrom("audit_receiver").select(columns).executeTakeFirst();
  if (!row || row.url === "") return undefined;
  const secret = row.headerSecret === null ? undefined : secrets.open(row.headerSecret);
  return { url: row.url, secret, isSecretUnreadable: row.headerSecret !== null && secret === undefined };
}

/** Loads the receiver for display, without its secret. */
export async function loadReceiverSettings(db: ReadDb | Tx): Promise<AuditReceiver> {
  const row = await db.selectFrom("audit_receiver").select(columns).executeTakeFirst();
  const waiting = await db
    .selectFrom("outbox")
    .select((of) => [of.fn.countAll<number>().as("count"), of.fn.max("lastFault").as("lastFault")])
    .where("kind", "=", "audit-day")
    .where("takenAt", "is", null)
    .executeTakeFirstOrThrow();
  const { url = "", headerSecret = null, queuedUpTo = null, version = 0 } = row ?? {};
  const state = { waiting: waiting.count, lastFault: waiting.lastFault };
  return { url, hasSecret: headerSecret !== null, queuedUpTo, ...state, version };
}

/** Saves the receiver; fails if its version changed. Before the first save it has version 0. */
export async function saveReceiver(
  tx: Tx,
  { url, secret }: AuditReceiverDraft,
  secrets: Secrets,
  ifMatch: number | undefined,
): Promise<void> {
  // A row to lock, so that of two concurrent first saves the second one sees the first.
  await tx
    .insertInto("audit_receiver")
    .values({ id: 1, url: "", version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await tx.selectFrom("audit_receiver").select(columns).forUpdate().executeTakeFirstOrThrow();
  if (ifMatch !== undefined && ifMatch !== before.version) {
    throw httpError("record/changed", { current: await loadReceiverSettings(tx) });
  }
  await tx
    .updateTable("audit_receiver")
    .set({
      url,
      ...(secret !== undefined && { headerSecret: secrets.seal(secret) }),
      // A receiver that was off starts again with the last complete day.
      ...(before.url === "" && { queuedUpTo: null }),
      version: before.version + 1,
    })
    .execute();
}
