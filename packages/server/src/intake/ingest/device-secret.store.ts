import { randomBytes } from "node:crypto";
import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import type { PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { sql } from "kysely";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Secrets } from "../../platform/security/secrets.ts";

/** A sender of events: a device with its cameras, or a sensor. */
export interface IngestSource {
  readonly kind: "device" | "sensor";
  readonly id: number;
}

export type LastPayload = NonNullable<IngestSettings["last"]>;

/** The tree of a payload, to assign its values; null if it is too large or was not parsed. */
export type LastSample = NonNullable<PayloadMappingState["sample"]> | null;

/** The column that refers to a source. */
export const columnOf = ({ kind }: IngestSource) => (kind === "device" ? "deviceId" : "sensorId");
const secretBytes = 24;
const openingModule: ModuleKind = "ANPR_ACCESS_CONTROL";

/** The path that a source pushes to. */
const ingestPath = ({ kind, id }: IngestSource) => `/api/ingest/${kind === "device" ? id : `sensor-${id}`}`;

/** The push settings of a source; undefined until they are first requested. */
export async function loadPushSettings(
  db: ReadDb | Tx,
  source: IngestSource,
  secrets: Secrets,
): Promise<IngestSettings | undefined> {
  const row = await db
    .selectFrom("ingest_tokens as token")
    .leftJoin("ai_devices as device", "device.id", "token.deviceId")
    .select(["token.ingestSecret", "token.isByAddress", "token.opensWithoutTime", "token.lastPayload"])
    .select(["device.module", "device.plateFormat"])
    .where(`token.${columnOf(source)}`, "=", source.id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    path: ingestPath(source),
    secret: secrets.open(row.ingestSecret) ?? null,
    isByAddress: row.isByAddress,
    opensWithoutTime: row.module === openingModule ? row.opensWithoutTime : null,
    plateFormat: row.plateFormat as IngestSettings["plateFormat"],
    address: await findAddress(db, source),
    last: row.lastPayload === null ? null : withUnderstood(row.lastPayload as LastPayload),
  };
}

/** Messages saved by an older version don't say what was understood. */
const withUnderstood = (last: Omit<LastPayload, "understood">): LastPayload => ({ understood: null, ...last });

/** The registered address of a source; fails if the source does not exist. */
export async function findAddress(db: ReadDb | Tx, { kind, id }: IngestSource): Promise<string | null> {
  if (kind === "device") {
    const device = await db.selectFrom("ai_devices").select("ip").where("id", "=", id).executeTakeFirst();
    if (!device) throw httpError("record/not-found");
    return device.ip;
  }
  const sensor = await db.selectFrom("sensors").select("additionalInfo").where("id", "=", id).executeTakeFirst();
  if (!sensor) throw httpError("record/not-found");
  return (sensor.additionalInfo as { ip?: string }).ip ?? null;
}

/** Creates the secret of a source if it has none; with `isRenewed`, replaces it. */
export async function issueSecret(
  tx: Tx,
  source: IngestSource,
  secrets: Secrets,
  { isRenewed }: { isRenewed: boolean },
): Promise<void> {
  const ingestSecret = secrets.seal(randomBytes(secretBytes).toString("base64url"));
  const values = { [columnOf(source)]: source.id, ingestSecret } as { deviceId: number; ingestSecret: string };
  await tx
    .insertInto("ingest_tokens")
    .values(values)
    .onConflict((conflict) => {
      const existing = conflict.column(columnOf(source));
      return isRenewed ? existing.doUpdateSet({ ingestSecret }) : existing.doNothing();
    })
    .execute();
  await announceSource(tx, source);
}

/** How pushes are accepted; absent fields stay as they are. */
export interface PushChanges {
  /** Pushes are also authenticated by the registered address. */
  readonly isByAddress?: boolean | undefined;
  /** Plates without a time open gates. */
  readonly opensWithoutTime?: boolean | undefined;
}

/** Changes how pushes of a source are accepted. */
export async function savePushChanges(tx: Tx, source: IngestSource, changes: PushChanges): Promise<void> {
  if (Object.values(changes).some((value) => value !== undefined))
    await tx.updateTable("ingest_tokens").set(changes).where(columnOf(source), "=", source.id).execute();
  await announceSource(tx, source);
}

/** Saves the address from which a source sent the right secret. */
export async function saveKnownAddress(db: Database, source: IngestSource, knownAddress: string): Promise<void> {
  await db.updateTable("ingest_tokens").set({ knownAddress }).where(columnOf(source), "=", source.id).execute();
}

/** Makes every process reload the source. */
async function announceSource(tx: Tx, { kind }: IngestSource): Promise<void> {
  await sql`select ${notifyChange(kind === "device" ? "ai_devices" : "sensors")}`.execute(tx);
}

/** Saves the last payload of sources and notifies clients; one that is only a first payload replaces none. */
export async function saveLastPayloads(
  db: Database,
  payloads: readonly { source: IngestSource; last: LastPayload; sample: LastSample; isFirst: boolean }[],
): Promise<void> {
  const rows = payloads.map(({ source, ...values }) => ({ [columnOf(source)]: source.id, ...values }));
  // The sample before stays beside the new one: a value that never changes is no id.
  await sql`
    with saved as (
      update ingest_tokens t set
        "lastPayload" = n.last,
        "lastSample" = case when n.sample is null then t."lastSample"
          else json_build_object('at', n.sample->'at', 'contentType', n.sample->'contentType', 'tree', n.sample->'tree',
            'previous', t."lastSample"->'tree') end
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as n("deviceId" integer, "sensorId" integer, last jsonb, sample json, "isFirst" boolean)
      where (t."deviceId" = n."deviceId" or t."sensorId" = n."sensorId") and not (n."isFirst" and t."lastPayload" is not null)
      returning 1
    )
    select ${notifyChange("ingest")} where exists (select from saved)`.execute(db);
}
