import type { MygateDraft, MygateSettings } from "@gatehouse/contract/entities/mygate";
import { characterError, noLetterOrDigit, normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { MygateChange } from "@gatehouse/drivers/mygate/mygate";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { bulkUpsert } from "../../platform/resources/bulk.ts";
import type { Secrets } from "../../platform/security/secrets.ts";
import { identifierBulk } from "./identifier-bulk.ts";

const origin = "MYGATE";

/** Loads the settings for display, without the key. */
export async function loadMygateSettings(db: ReadDb | Tx): Promise<MygateSettings | null> {
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

/** Saves the settings. A changed account or address starts again with a full pull. */
export async function saveMygate(tx: Tx, draft: MygateDraft, secrets: Secrets): Promise<void> {
  const { apiKey, ...account } = draft;
  const key = apiKey === undefined ? {} : { apiKeySecret: secrets.seal(apiKey) };
  const isOtherAccount = sql<boolean>`(mygate."syncAPIUrl", mygate."deviceId") is distinct from (excluded."syncAPIUrl", excluded."deviceId")`;
  await tx
    .insertInto("mygate")
    .values({ id: 1, ...account, ...key })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...account,
        ...key,
        syncedUpTo: sql<number>`case when ${isOtherAccount} then 0 else mygate."syncedUpTo" end`,
      }),
    )
    .execute();
}

/** Saves the reason of a failed pull. */
export async function saveSyncError(tx: Tx, error: string, now: Date): Promise<void> {
  await tx.updateTable("mygate").set({ lastAttemptAt: now, lastSyncFault: error }).execute();
}

export interface PullCounts {
  added: number;
  updated: number;
  deleted: number;
}

/** Stores a pull. A full pull replaces all of MyGate's plates, an incremental one only those that it contains. */
export async function applyPulledChanges(tx: Tx, change: MygateChange, now: Date): Promise<PullCounts> {
  // No audit entry for each plate: the user who started the pull did not change them.
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  // If a plate occurs twice, the last one counts.
  const latest = new Map(change.upserted.map((item) => [item.refId, item]));
  const items = [...latest.values()].map((item) => ({ ...item, type: typeOf(item), error: errorOf(item) }));
  const { accepted = [], rejected = [] } = Object.groupBy(items, ({ error }) => (error ? "rejected" : "accepted"));
  const rows = accepted.map(({ refId, type, entity, plate, display }) => ({
    origin,
    externalId: refId,
    type,
    iid: plate,
    iidNormalized: normalizeIdentifier(plate),
    vehicleType: entity,
    ownerName: display,
  }));
  const { added, updated } = await bulkUpsert(tx, identifierBulk, rows);
  const outdated = tx.deleteFrom("identifiers").where("origin", "=", origin);
  const { numDeletedRows } = await (change.isWhole
    ? outdated.where((row) => row.not(row("externalId", "=", row.fn.any(row.val(accepted.map(({ refId }) => refId))))))
    : outdated.where((row) =>
        row("externalId", "=", row.fn.any(row.val([...change.deleted, ...rejected.map(({ refId }) => refId)]))),
      )
  ).executeTakeFirst();
  await tx
    .updateTable("mygate")
    .set({ syncedUpTo: change.upTo, lastSyncAt: now, lastAttemptAt: now, lastSyncFault: formatRejected(rejected) })
    .execute();
  return { added, updated, deleted: Number(numDeletedRows) };
}

type Pulled = MygateChange["upserted"][number];

const typeOf = ({ kind }: Pulled) => (kind === "TAG" ? "RFID" : "LICENSE_PLATE");

/** The reason why a plate or tag of MyGate is not used; undefined if it is valid. */
function errorOf(item: Pulled): string | undefined {
  if (normalizeIdentifier(item.plate) === "") return noLetterOrDigit;
  return characterError(typeOf(item), item.plate);
}

const maxListedErrors = 5;

function formatRejected(rejected: readonly (Pulled & { error: string | undefined })[]): string | null {
  if (rejected.length === 0) return null;
  const listed = rejected.slice(0, maxListedErrors).map(({ refId, error }) => `${refId}: ${error}`);
  const more = rejected.length > listed.length ? ` and ${rejected.length - listed.length} more` : "";
  return `Not used: ${listed.join("; ")}${more}.`;
}
