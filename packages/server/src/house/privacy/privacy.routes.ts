import { dataClasses, dataClassNames } from "@gatehouse/contract/data-classes";
import { privacyEndpoints, type Retention } from "@gatehouse/contract/entities/privacy";
import { apiErrors, type ErrorCode } from "@gatehouse/contract/errors";
import { formatCount } from "@gatehouse/contract/fields/number";
import { dayMs, zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { createZip, type ZipPart } from "../../platform/zip.ts";
import type { ImageStore } from "../image-store.ts";
import { createErasedPlate } from "../plate-hashes.ts";
import { readWhole } from "../read-whole.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { withoutVehicle } from "../retention/anonymous-event.ts";
import { type PlateTable, plateTables, type SoughtPlate } from "../retention/plate-tables.ts";
import { loadCleanUps } from "./clean-ups.ts";
import { countRecords, findPlate, loadPlateEvents, type PlateEvents } from "./plate-records.ts";

interface PlateExport {
  readonly plate: SoughtPlate;
  readonly store: ImageStore | undefined;
  readonly site: string;
  readonly at: Date;
}

const toJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Everything that is stored about a plate: one JSON file for each table, and the pictures of its events. */
async function* exportPlate(db: ReadDb, { plate, store, site, at }: PlateExport): AsyncGenerator<ZipPart> {
  const counts: Record<string, number> = {};
  for (const { table, title, about, isExported } of plateTables) {
    if (!isExported) continue;
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${about(plate)}`.execute(db);
    if (rows.length === 0) continue;
    counts[title] = rows.length;
    yield { name: `${table}.json`, bytes: toJson(rows.map(({ row }) => row)) };
  }
  const { pictures } = await loadPlateEvents(db, plate);
  const missing: string[] = [];
  for (const name of pictures) {
    const bytes = await readWhole(store, name);
    if (bytes) yield { name: `pictures/${name}.jpg`, bytes };
    else missing.push(name);
  }
  const [normalized, hash] = plate.forms;
  yield {
    name: "summary.json",
    bytes: toJson({
      site,
      createdAt: at.toISOString(),
      plate: normalized,
      hash,
      records: counts,
      missingPictures: missing,
    }),
  };
}

/** Retention, its preview, and what is stored about one plate. */
export const privacyRoutes = ({ clock, keyedHash }: Services, store: ImageStore | undefined) => {
  async function load(read: ReadDb | Tx, text: string) {
    const plate = await findPlate(read, text, keyedHash);
    const events = await loadPlateEvents(read, plate);
    return { plate, events, error: await findError(read, plate, events, clock.now()) };
  }
  return handle(privacyEndpoints, {
    "GET /privacy/retention": ({ read }) => loadRetention(read),
    "PUT /privacy/retention": async ({ body, read, write }) => {
      await write((tx) => saveRetention(tx, body));
      return loadRetention(read);
    },
    "GET /privacy/clean-ups": async ({ read }) =>
      loadCleanUps(read, { retention: await loadRetention(read), store, now: clock.now() }),
    "GET /privacy/plates/{plate}": async ({ params, read }) => {
      const { plate, events, error } = await load(read, params.plate);
      const records = await countRecords(read, plate);
      return {
        plate: plate.forms[0] ?? "",
        records: records.map(({ table: { table, title }, count }) => ({ table, title, count })),
        pictures: events.pictures.length,
        hashedEvents: events.hashed,
        firstAt: events.firstAt,
        lastAt: events.lastAt,
        refusal: error?.message ?? null,
      };
    },
    "GET /privacy/plates/{plate}/export": async ({ params, read }) => {
      const plate = await findPlate(read, params.plate, keyedHash);
      const { siteName: site } = await loadRequiredConfigs(read);
      const at = clock.now();
      return {
        filename: `plate-${plate.forms[0]}.zip`,
        content: createZip(exportPlate(read, { plate, store, site, at }), at, { isCompressed: true }),
      };
    },
    "DELETE /privacy/plates/{plate}": async ({ params, write }) => {
      const { pictures, ...erased } = await write(async (tx) => {
        // A hold that is added meanwhile waits, and then covers what is left.
        await sql`lock table legal_holds in share mode`.execute(tx);
        const { plate, events, error } = await load(tx, params.plate);
        if (error) throw httpError(error.code, { message: error.message });
        const erasable = (await countRecords(tx, plate)).filter(({ table }) => table.erasure !== "keep");
        if (erasable.length === 0)
          throw httpError("record/not-found", { message: "Nothing is stored about this plate" });
        return { ...(await erasePlate(tx, plate, events.pictures.length)), pictures: events.pictures };
      });
      return { ...erased, pictures: (await store?.deleteImages(pictures)) ?? 0 };
    },
  });
};

/** What an erasure changed. */
interface Erased {
  readonly deleted: number;
  readonly anonymised: number;
}

/** Erases a plate from every table. The entry of the audit trail has its hash only. */
async function erasePlate(tx: Tx, plate: SoughtPlate, pictures: number): Promise<Erased> {
  const { actor } = await onlyRow(sql<{ actor: string }>`select current_setting('gatehouse.actor') as actor`, tx);
  // Without an author, the audit triggers don't copy the erased rows to the audit trail.
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  const erased = { deleted: 0, anonymised: 0 };
  const token = createErasedPlate();
  for (const table of plateTables) {
    const changed = await eraseFrom(tx, table, plate, token);
    if (table.erasure === "delete") erased.deleted += changed;
    if (table.table === "events") erased.anonymised += changed;
  }
  await sql`select set_config('gatehouse.actor', ${actor}, true)`.execute(tx);
  const after = { plate: plate.forms[1], ...erased, pictures };
  await insertAuditEntry(tx, { action: "delete", entity: "plates", after });
  await sql`select ${notifyChange("events")}`.execute(tx);
  return erased;
}

async function eraseFrom(tx: Tx, { table, erasure, about }: PlateTable, plate: SoughtPlate, token: string) {
  if (erasure === "keep") return 0;
  const from = sql.table(table);
  const statement =
    erasure === "delete"
      ? sql`delete from ${from} where ${about(plate)}`
      : sql`update ${from} set ${changesOf(table, token)} where ${about(plate)}`;
  const { numAffectedRows } = await statement.execute(tx);
  return Number(numAffectedRows);
}

/** What is written to the columns of a row that stays. */
function changesOf(table: string, token: string) {
  if (table === "events") {
    return sql`"plateNormalized" = ${token}, lp = ${token}, "lpRaw" = ${token}, "fullImage" = null, "plateImage" = null,
      ${withoutVehicle}`;
  }
  if (table === "stays") return sql`vehicle = ${token}`;
  if (table === "commands") return sql`payload = payload - 'rows'`;
  if (table === "ingest_tokens") return sql`"lastPayload" = null, "lastSample" = null`;
  throw new Error(`no rule to erase a plate from ${table}`);
}

/** Why a plate can't be erased. */
interface ErasureError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Finds what forbids to erase a plate: a legal hold, or a minimum retention that has not ended. */
async function findError(
  db: ReadDb | Tx,
  plate: SoughtPlate,
  events: PlateEvents,
  now: Date,
): Promise<ErasureError | undefined> {
  return (await findHold(db, plate)) ?? (await findMinimum(db, events, now));
}

async function findHold(db: ReadDb | Tx, { forms, eventIds }: SoughtPlate): Promise<ErasureError | undefined> {
  const { rows } = await sql<{ plate: string | null; reason: string; by: string }>`
    select h.plate, h.reason, h.by from legal_holds h
    where h."plateNormalized" = ${forms[0]} or (h."plateNormalized" is null and exists (
      select from events e where e.id = any(${[...eventIds]}::bigint[])
        and e."occurredAt" >= h."from" and e."occurredAt" < h."to"))
    order by h.id limit 1`.execute(db);
  const [hold] = rows;
  if (!hold) return undefined;
  const what =
    hold.plate === null ? "A legal hold on a period covers events of this plate" : apiErrors["privacy/held"].text;
  return { code: "privacy/held", message: `${what}: ${hold.reason} (${hold.by}).` };
}

async function findMinimum(db: ReadDb | Tx, events: PlateEvents, now: Date): Promise<ErasureError | undefined> {
  const retention = await loadRetention(db);
  const { timeZone } = await loadRequiredConfigs(db);
  const ends = (
    [
      ["events", events.lastAt],
      ["plates", events.lastAt],
      ["pictures", events.lastPictureAt],
    ] as const
  ).flatMap(([dataClass, lastAt]) =>
    lastAt === null ? [] : [{ dataClass, end: new Date(Date.parse(lastAt) + retention[dataClass].minDays * dayMs) }],
  );
  const [last] = ends.filter(({ end }) => end > now).sort((one, other) => other.end.getTime() - one.end.getTime());
  if (!last) return undefined;
  const { title } = dataClasses[last.dataClass];
  const { minDays } = retention[last.dataClass];
  const day = zonedText(last.end, timeZone).slice(0, 10);
  return {
    code: "privacy/minimum-retention",
    message: `${title} are kept for at least ${formatCount(minDays, "day")}. This plate can be erased from ${day} on.`,
  };
}

/** Loads the minimum and maximum retention of each kind of data. */
async function loadRetention(db: ReadDb | Tx): Promise<Retention> {
  const configs = await loadRequiredConfigs(db);
  return Object.fromEntries(
    dataClassNames.map((name) => [
      name,
      { minDays: configs[dataClasses[name].min], maxDays: configs[dataClasses[name].max] },
    ]),
  ) as Retention;
}

/** Saves them in their configurations. */
async function saveRetention(tx: Tx, retention: Retention): Promise<void> {
  const values = dataClassNames.flatMap((name) => [
    { key: dataClasses[name].min, value: retention[name].minDays },
    { key: dataClasses[name].max, value: retention[name].maxDays },
  ]);
  await sql`
    update configs c set value = v.value, version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (key text, value jsonb)
    where c.scope = 'global' and c.key = v.key and c.value <> v.value`.execute(tx);
}
