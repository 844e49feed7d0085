import { randomBytes } from "node:crypto";
import type { IngestSettings } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import { sql } from "kysely";
import { notifyChange } from "../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Secrets } from "../platform/security/secrets.ts";

/** Who sends: a device with its cameras, or a sensor. */
export interface IngestSource {
  readonly kind: "device" | "sensor";
  readonly id: number;
}

/** What came last. */
export type LastPayload = NonNullable<IngestSettings["last"]>;

const columnOf = ({ kind }: IngestSource) => (kind === "device" ? "deviceId" : "sensorId");
const secretBytes = 24;

/** Where a source sends its events. */
const ingestPath = ({ kind, id }: IngestSource) => `/api/ingest/${kind === "device" ? id : `sensor-${id}`}`;

/** INT-3: how a source sends; it has no settings before they are first looked at. */
export async function loadPushSettings(
  db: ReadDb | Tx,
  source: IngestSource,
  secrets: Secrets,
): Promise<IngestSettings | undefined> {
  const row = await db
    .selectFrom("ingest_tokens")
    .select(["ingestSecret", "isByAddress", "lastPayload"])
    .where(columnOf(source), "=", source.id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    path: ingestPath(source),
    secret: secrets.open(row.ingestSecret) ?? null,
    isByAddress: row.isByAddress,
    address: await addressOf(db, source),
    last: row.lastPayload as LastPayload | null,
  };
}

/** The registered address of a source; refuses what does not exist. */
export async function addressOf(db: ReadDb | Tx, { kind, id }: IngestSource): Promise<string | null> {
  if (kind === "device") {
    const device = await db.selectFrom("ai_devices").select("ip").where("id", "=", id).executeTakeFirst();
    if (!device) throw refuse("record/not-found");
    return device.ip;
  }
  const sensor = await db.selectFrom("sensors").select("additionalInfo").where("id", "=", id).executeTakeFirst();
  if (!sensor) throw refuse("record/not-found");
  return (sensor.additionalInfo as { ip?: string }).ip ?? null;
}

/** Gives a source a secret of its own: its first, or a new one that ends the one before. */
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
      const known = conflict.column(columnOf(source));
      return isRenewed ? known.doUpdateSet({ ingestSecret }) : known.doNothing();
    })
    .execute();
  await announce(tx, source);
}

/** Takes pushes by the source's address, or by its secret alone. */
export async function setByAddress(tx: Tx, source: IngestSource, isByAddress: boolean): Promise<void> {
  await tx.updateTable("ingest_tokens").set({ isByAddress }).where(columnOf(source), "=", source.id).execute();
  await announce(tx, source);
}

/** Saves the address from which a source sent its right secret. */
export async function saveKnownAddress(db: Database, source: IngestSource, knownAddress: string): Promise<void> {
  await db.updateTable("ingest_tokens").set({ knownAddress }).where(columnOf(source), "=", source.id).execute();
}

/** Every process learns that a source is known by something else now. */
async function announce(tx: Tx, { kind }: IngestSource): Promise<void> {
  await sql`select ${notifyChange(kind === "device" ? "ai_devices" : "sensors")}`.execute(tx);
}

/** Writes down what came last, and tells those who look at it. */
export async function saveLastPayload(
  db: Database,
  latest: readonly { source: IngestSource; last: LastPayload }[],
): Promise<void> {
  const rows = latest.map(({ source, last }) => ({ [columnOf(source)]: source.id, last }));
  await sql`
    with noted as (
      update ingest_tokens t set "lastPayload" = n.last
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("deviceId" integer, "sensorId" integer, last jsonb)
      where t."deviceId" = n."deviceId" or t."sensorId" = n."sensorId"
    )
    select ${notifyChange("ingest")}`.execute(db);
}
