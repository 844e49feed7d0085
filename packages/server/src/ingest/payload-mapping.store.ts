import type { PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping/payload-mapping.endpoints";
import type { PayloadMapping } from "@gatehouse/contract/entities/payload-mapping/payload-mapping.schema";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import { columnOf, findAddress, type IngestSource } from "./device-secret.store.ts";

const maxHistory = 50;

/** FEED-3: the custom format of a source with its history, and the source's last payload. */
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
    mapping: (versions[0]?.mapping ?? null) as PayloadMapping | null,
    history: versions.map(({ version, mapping, savedAt, savedBy }) => ({
      version,
      at: savedAt,
      by: savedBy,
      mapping: mapping as PayloadMapping | null,
    })),
    sample: (token?.lastSample ?? null) as PayloadMappingState["sample"],
  };
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
