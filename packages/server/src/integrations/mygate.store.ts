import type { MygateDraft, MygateSettings } from "@gatehouse/contract/entities/mygate/mygate.schema";
import { characterFault, normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { MygateAccount, MygateChange } from "@gatehouse/drivers/mygate/mygate";
import { sql } from "kysely";
import { identifierBulk } from "../identifiers/identifier-bulk.ts";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import type { Secrets } from "../platform/security/secrets.ts";
import { bulkUpsert } from "../resources/bulk.ts";

const origin = "MYGATE";

/** The account with its key opened, and how far it was pulled. */
export interface StoredMygate extends MygateAccount {
  readonly syncedUpTo: number;
  /** SAFE-1: there is a key, but it can't be decrypted. */
  readonly isApiKeyUnreadable: boolean;
}

/** MyGate's account, if there is one. */
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

/** INT-1: the settings as people see them: never the key. */
export async function mygateSettingsOf(db: ReadDb | Tx): Promise<MygateSettings | null> {
  const row = await db.selectFrom("mygate").selectAll().executeTakeFirst();
  if (!row) return null;
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    (await query.executeTakeFirstOrThrow()).n;
  const plates = db
    .selectFrom("identifiers")
    .select((of) => of.fn.countAll<number>().as("n"))
    .where("origin", "=", origin);
  const waiting = db
    .selectFrom("outbox")
    .select((of) => of.fn.countAll<number>().as("n"))
    .where("kind", "=", "mygate-notice")
    .where("takenAt", "is", null);
  const { id: _, apiKeySecret, syncedUpTo: _upTo, ...shown } = row;
  return { ...shown, hasApiKey: apiKeySecret !== null, plates: await count(plates), waiting: await count(waiting) };
}

/** INT-1: keeps the settings; another account or address is pulled from its beginning. */
export async function keepMygate(tx: Tx, draft: MygateDraft, secrets: Secrets): Promise<void> {
  const { apiKey, ...account } = draft;
  const key = apiKey === undefined ? {} : { apiKeySecret: secrets.seal(apiKey) };
  const isOther = sql<boolean>`(mygate."syncAPIUrl", mygate."deviceId") is distinct from (excluded."syncAPIUrl", excluded."deviceId")`;
  await tx
    .insertInto("mygate")
    .values({ id: 1, ...account, ...key })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...account,
        ...key,
        syncedUpTo: sql<number>`case when ${isOther} then 0 else mygate."syncedUpTo" end`,
      }),
    )
    .execute();
}

/** Writes down that a pull failed, and why; the plates stay as they were. */
export async function noteFailure(tx: Tx, fault: string, now: Date): Promise<void> {
  await tx.updateTable("mygate").set({ lastAttemptAt: now, lastSyncFault: fault }).execute();
}

/** What a pull changed. */
export interface PullCounts {
  added: number;
  updated: number;
  deleted: number;
}

/** INT-2: takes a pull over as one set: a whole one replaces everything, another only what it names. */
export async function takeOver(tx: Tx, change: MygateChange, now: Date): Promise<PullCounts> {
  // The engine's own work: who pulled is not who changed each plate, so that no row is audited by itself.
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  // The last word on a plate that a list names twice.
  const latest = new Map(change.upserted.map((item) => [item.refId, item]));
  const items = [...latest.values()].map((item) => ({ ...item, type: typeOf(item), fault: faultOf(item) }));
  const { taken = [], refused = [] } = Object.groupBy(items, ({ fault }) => (fault ? "refused" : "taken"));
  const rows = taken.map(({ refId, type, entity, plate, display }) => ({
    origin,
    externalId: refId,
    type,
    iid: plate,
    iidNormalized: normalizeIdentifier(plate),
    vehicleType: entity,
    ownerName: display,
  }));
  const { added, updated } = await bulkUpsert(tx, identifierBulk, rows);
  const gone = tx.deleteFrom("identifiers").where("origin", "=", origin);
  const { numDeletedRows } = await (change.isWhole
    ? gone.where((row) => row.not(row("externalId", "=", row.fn.any(row.val(taken.map(({ refId }) => refId))))))
    : gone.where((row) =>
        row("externalId", "=", row.fn.any(row.val([...change.deleted, ...refused.map(({ refId }) => refId)]))),
      )
  ).executeTakeFirst();
  await tx
    .updateTable("mygate")
    .set({ syncedUpTo: change.upTo, lastSyncAt: now, lastAttemptAt: now, lastSyncFault: refusedText(refused) })
    .execute();
  return { added, updated, deleted: Number(numDeletedRows) };
}

type Pulled = MygateChange["upserted"][number];

const typeOf = ({ kind }: Pulled) => (kind === "TAG" ? "RFID" : "LICENSE_PLATE");

/** ID-7: why a plate or tag of MyGate is not used; the others still are. */
function faultOf(item: Pulled): string | undefined {
  if (normalizeIdentifier(item.plate) === "") return "Must have a letter or a digit";
  return characterFault(typeOf(item), item.plate);
}

const mostRefusedTold = 5;

function refusedText(refused: readonly (Pulled & { fault: string | undefined })[]): string | null {
  if (refused.length === 0) return null;
  const told = refused.slice(0, mostRefusedTold).map(({ refId, fault }) => `${refId}: ${fault}`);
  const more = refused.length > told.length ? ` and ${refused.length - told.length} more` : "";
  return `Not used: ${told.join("; ")}${more}.`;
}
