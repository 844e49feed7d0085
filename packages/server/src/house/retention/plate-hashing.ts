import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { hashMark, hashPlate } from "../plate-hashes.ts";
import { withoutVehicle } from "./anonymous-event.ts";
import { maxRowsPerStep } from "./delete-rows.ts";

/** How the plates of a table are replaced. */
interface HashedTable {
  readonly table: string;
  /** Columns with nothing but a plate. */
  readonly columns: readonly string[];
  /** The time that its retention starts from. */
  readonly at: string;
  readonly held: RawBuilder<unknown>;
  /** Rows that keep their plate. */
  readonly except?: RawBuilder<unknown>;
  /** Further columns to set. */
  readonly also?: RawBuilder<unknown>;
  /** Further rows to change. */
  readonly orIf?: RawBuilder<unknown>;
}

const eventPlates = {
  columns: ["plateNormalized", "lp", "lpRaw"],
  held: sql`is_event_held(id, "plateNormalized", "identifierId", "occurredAt")`,
  also: withoutVehicle,
  // The candidates of a tag are named after its plate and owner.
  orIf: sql`trace->'candidates' <> '[]'`,
} as const;

/** The tables of `plateTables` whose plates are hashed. A test compares the two. */
export const hashedTables: readonly HashedTable[] = [
  // Events outside the monthly partitions have wrong clocks, so their time of receipt counts.
  { ...eventPlates, table: "events", at: "occurredAt", except: sql`tableoid = 'events_other'::regclass` },
  { ...eventPlates, table: "events_other", at: "receivedAt" },
  {
    table: "event_corrections",
    columns: ["readNormalized", "lpNormalized", "lp"],
    at: "occurredAt",
    held: sql`(is_event_held("eventId") or is_held("readNormalized", "occurredAt"))`,
  },
  {
    table: "stays",
    columns: ["vehicle"],
    at: "at",
    held: sql`is_held(vehicle, at)`,
    // The vehicle is inside, and its exit has to find the entry.
    except: sql`state = 'open'`,
  },
  {
    table: "reservations",
    columns: ["lpNormalized", "lp"],
    at: "validTo",
    held: sql`(is_held("lpNormalized", "validFrom") or is_held("lpNormalized", "validTo"))`,
    also: sql`"driverFirstName" = null, "driverLastName" = null`,
  },
];

const fullScanMs = dayMs;
/** Events that arrive late, or whose clock is wrong, are found by the next full scan at the latest. */
const overlapMs = 2 * dayMs;

/** Replaces plates older than a time. Scans everything once a day, and what became old in between. */
export function createPlateHashing({ db, keyedHash }: Services): (before: Date, now: Date) => Promise<void> {
  let hashedUpTo: Date | undefined;
  let scannedAtMs = Number.NEGATIVE_INFINITY;
  return async (before, now) => {
    const isFull = hashedUpTo === undefined || now.getTime() - scannedAtMs >= fullScanMs;
    const since = isFull || hashedUpTo === undefined ? new Date(0) : new Date(hashedUpTo.getTime() - overlapMs);
    const hash = (plate: string) => hashPlate(plate, keyedHash);
    for (const hashed of hashedTables) await hashTable(db, hashed, { since, before, hash });
    await clearCommands(db, since, before);
    await clearLastMessages(db, before);
    hashedUpTo = before;
    if (isFull) scannedAtMs = now.getTime();
  };
}

interface Hashing {
  readonly since: Date;
  readonly before: Date;
  hash(plate: string): string;
}

async function hashTable(db: Database, hashed: HashedTable, { since, before, hash }: Hashing): Promise<void> {
  const { table, columns, at, held, except, also, orIf } = hashed;
  const isPlain = sql.join(
    columns.map((name) => sql`(${sql.ref(name)} <> '' and ${sql.ref(name)} not like ${`${hashMark}%`})`),
    sql` or `,
  );
  const due = sql`${sql.ref(at)} >= ${since} and ${sql.ref(at)} < ${before}
    and (${isPlain} or ${orIf ?? sql`false`}) and (${held}) is not true
    and not (${except ?? sql`false`})`;
  let changed = maxRowsPerStep;
  while (changed === maxRowsPerStep) {
    changed = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<Record<string, string | null> & { oid: string; tid: string }>`
        select tableoid::text as oid, ctid::text as tid, ${sql.join(columns.map((name) => sql.ref(name)))}
        from ${sql.table(table)} where ${due} limit ${maxRowsPerStep} for update`.execute(tx);
      if (rows.length === 0) return 0;
      const hashes = JSON.stringify(toHashes(rows, columns, hash));
      const sets = columns.map(
        (name) => sql`${sql.ref(name)} = coalesce(h.hashes->>${sql.ref(name)}, ${sql.ref(name)})`,
      );
      await sql`
        update ${sql.table(table)} set ${sql.join(also ? [...sets, also] : sets)}
        from (select ${hashes}::jsonb as hashes) h
        where ctid = any(${rows.map(({ tid }) => tid)}::tid[]) and (tableoid::text, ctid::text) in (
          select * from unnest(${rows.map(({ oid }) => oid)}::text[], ${rows.map(({ tid }) => tid)}::text[]))`.execute(
        tx,
      );
      return rows.length;
    });
  }
}

/** The hash of each plate of some rows, as it is written there. */
function toHashes(
  rows: readonly Record<string, string | null>[],
  columns: readonly string[],
  hash: (plate: string) => string,
): Record<string, string> {
  const texts = new Set(rows.flatMap((row) => columns.map((name) => row[name] ?? "")));
  const plates = [...texts].filter((text) => text !== "" && !text.startsWith(hashMark));
  return Object.fromEntries(plates.map((text) => [text, hash(text)]));
}

/** The texts of signs contain plates. */
const clearCommands = (db: Database, since: Date, before: Date) =>
  sql`
    update commands set payload = payload - 'rows'
    where at >= ${since} and at < ${before} and payload ? 'rows' and not is_event_held("eventId")
      and not is_held(null, at)`.execute(db);

/** The last message of a device that sends nothing any more. */
const clearLastMessages = (db: Database, before: Date) =>
  sql`
    update ingest_tokens set "lastPayload" = null, "lastSample" = null
    where ("lastPayload"->>'at')::timestamptz < ${before}
      and not is_held(null, ("lastPayload"->>'at')::timestamptz)`.execute(db);
