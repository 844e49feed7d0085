import {
  type MappingDraft,
  type MappingPreview,
  type PayloadMapping,
  type PayloadMappingState,
  payloadMappingEndpoints,
} from "@gatehouse/contract/entities/payload-mapping";
import { previewMapping } from "@gatehouse/drivers/plate-feeds/mapped-feed";
import type { PayloadTree } from "@gatehouse/drivers/plate-feeds/payload-tree";
import { sql } from "kysely";
import type { SiteCache } from "../../gate/site-cache.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { IngestSource } from "./device-secret.store.ts";
import { columnOf, findAddress } from "./device-secret.store.ts";

const maxHistory = 50;

/** The custom format of a source with its history, and the source's last payload. */
async function loadPayloadMapping(db: ReadDb | Tx, source: IngestSource): Promise<PayloadMappingState> {
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
async function loadPreviousSample(db: ReadDb, source: IngestSource): Promise<unknown> {
  const token = await db
    .selectFrom("ingest_tokens")
    .select("lastSample")
    .where(columnOf(source), "=", source.id)
    .executeTakeFirst();
  return (token?.lastSample as StoredSample | null | undefined)?.previous ?? null;
}

/** Adds a version to a source's format: null removes it. */
async function savePayloadMapping(
  tx: Tx,
  source: IngestSource,
  { mapping, ifMatch, at, by }: { mapping: PayloadMapping | null; ifMatch: number | undefined; at: Date; by: string },
): Promise<PayloadMappingState> {
  // Two people who save at once get different versions.
  await sql`select from ${sql.table(source.kind === "device" ? "ai_devices" : "sensors")} where id = ${source.id} for update`.execute(
    tx,
  );
  const current = await loadPayloadMapping(tx, source);
  if (ifMatch !== undefined && ifMatch !== current.version) throw httpError("record/changed", { current });
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

interface MappingCall {
  params: { id: number };
  person: Person;
  ifMatch: number | undefined;
  read: ReadDb;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Custom formats of devices and sensors. */
export const payloadMappingRoutes = ({ clock }: Services, siteCache: SiteCache) => {
  const sourceOf = (kind: IngestSource["kind"], { params }: MappingCall): IngestSource => ({ kind, id: params.id });

  const save = (
    kind: IngestSource["kind"],
    call: MappingCall,
    mapping: PayloadMapping | null,
  ): Promise<PayloadMappingState> =>
    call.write((tx) =>
      savePayloadMapping(tx, sourceOf(kind, call), {
        mapping,
        ifMatch: call.ifMatch,
        at: clock.now(),
        by: call.person.username,
      }),
    );

  async function preview(kind: IngestSource["kind"], call: MappingCall, draft: MappingDraft): Promise<MappingPreview> {
    const { sample } = await loadPayloadMapping(call.read, sourceOf(kind, call));
    if (sample === null) throw httpError("mapping/no-sample");
    const { configs } = await siteCache.now();
    const zone = { timeZone: configs.timeZone, receivedAt: new Date(sample.at) };
    const previous = (await loadPreviousSample(call.read, sourceOf(kind, call))) as PayloadTree | null;
    return previewMapping(draft, sample.tree as PayloadTree, zone, previous);
  }

  return handle(payloadMappingEndpoints, {
    "GET /ai-devices/{id}/payload-mapping": (call) => loadPayloadMapping(call.read, sourceOf("device", call)),
    "PUT /ai-devices/{id}/payload-mapping": (call) => save("device", call, call.body),
    "DELETE /ai-devices/{id}/payload-mapping": (call) => save("device", call, null),
    "POST /ai-devices/{id}/payload-mapping/preview": (call) => preview("device", call, call.body),
    "GET /sensors/{id}/payload-mapping": (call) => loadPayloadMapping(call.read, sourceOf("sensor", call)),
    "PUT /sensors/{id}/payload-mapping": (call) => save("sensor", call, call.body),
    "DELETE /sensors/{id}/payload-mapping": (call) => save("sensor", call, null),
    "POST /sensors/{id}/payload-mapping/preview": (call) => preview("sensor", call, call.body),
  });
};
