import type { PayloadMapping, PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { refuse } from "../../platform/http/refusal.ts";
import { columnOf, findAddress, type IngestSource } from "./device-secret.store.ts";

const maxHistory = 50;

/** The custom format of a source with its history, and the source's last payload. */
export async function loadPayloadMapping(db: ReadDb | Tx, source: IngestSource): Promise<PayloadMappingState> {
  await findAddress(db, source);
  const versions = await db
    .selectFrom("payload_mappings")
    .select(["version", "mapping", "savedAt", "savedBy"])
    .where(columnOf(source), "=", source.id)
    .orderBy("version", "desc")
    .limit(maxHistory)
    .execute();
  const token = await db
    .selectFrom("ingest_tokens")
    .select("lastSample")
    .where(columnOf(source), "=", source.id)
    .executeTakeFirst();
  return {
    version: versions[0]?.version ?? 0,
    mapping: toMapping(versions[0]?.mapping),
    history: versions.map(({ version, mapping, savedAt, savedBy }) => ({
      version,
      at: savedAt,
      by: savedBy,
      mapping: toMapping(mapping),
    })),
    sample: toSample((token?.lastSample ?? null) as StoredSample | null),
  };
}

/** An earlier version saved no time of arrival. */
const toMapping = (stored: unknown): PayloadMapping | null =>
  stored ? { timeOfArrival: false, ...(stored as Omit<PayloadMapping, "timeOfArrival">) } : null;

type StoredSample = NonNullable<PayloadMappingState["sample"]> & { readonly previous?: unknown };

const toSample = (stored: StoredSample | null): PayloadMappingState["sample"] =>
  stored && { at: stored.at, contentType: stored.contentType, tree: stored.tree };

/** The content of the message before the last payload; null if there is none. */
export async function loadPreviousSample(db: ReadDb, source: IngestSource): Promise<unknown> {
  const token = await db
    .selectFrom("ingest_tokens")
    .select("lastSample")
    .where(columnOf(source), "=", source.id)
    .executeTakeFirst();
  return (token?.lastSample as StoredSample | null | undefined)?.previous ?? null;
}

/** Adds a version to a source's format: null removes it. */
export async function savePayloadMapping(
  tx: Tx,
  source: IngestSource,
  { mapping, ifMatch, at, by }: { mapping: PayloadMapping | null; ifMatch: number | undefined; at: Date; by: string },
): Promise<PayloadMappingState> {
  // Two people who save at once get different versions.
  await sql`select from ${sql.table(source.kind === "device" ? "ai_devices" : "sensors")} where id = ${source.id} for update`.execute(
    tx,
  );
  const current = await loadPayloadMapping(tx, source);
  if (ifMatch !== undefined && ifMatch !== current.version) throw refuse("record/changed", { current });
  const values = {
    [columnOf(source)]: source.id,
    version: current.version + 1,
    mapping: mapping === null ? null : JSON.stringify(mapping),
    savedAt: at,
    savedBy: by,
  } as { deviceId: number; version: number; mapping: string | null; savedAt: Date; savedBy: string };
  await tx.insertInto("payload_mappings").values(values).execute();
  return loadPayloadMapping(tx, source);
}
