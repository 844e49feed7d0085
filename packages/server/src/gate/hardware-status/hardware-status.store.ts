import type { BarrierPosition, HardwareKind, HardwareStatus } from "@gatehouse/contract/hardware-status";
import { sql } from "kysely";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";

/** Stored statuses, sorted by kind and name. */
export async function listHardwareStatus(db: ReadDb): Promise<HardwareStatus[]> {
  const rows = await db
    .selectFrom("hardware_status")
    .select(["kind", "id", "name", "state", "reason", "since"])
    .orderBy("kind")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows as HardwareStatus[];
}

/** A status with the time at which its state began. */
export interface StatusRow extends Omit<HardwareStatus, "since"> {
  readonly since: Date;
}

/** Inserts or updates statuses. */
export async function saveHardwareStatus(tx: Tx, rows: readonly StatusRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("hardware_status")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["kind", "id"]).doUpdateSet({
        name: sql`excluded.name`,
        state: sql`excluded.state`,
        reason: sql`excluded.reason`,
        since: sql`excluded.since`,
      }),
    )
    .execute();
}

/** Deletes the status of hardware that is no longer configured. */
export async function deleteHardwareStatus(
  tx: Tx,
  removed: readonly { readonly kind: HardwareKind; readonly id: string }[],
): Promise<void> {
  for (const { kind, id } of removed)
    await tx.deleteFrom("hardware_status").where("kind", "=", kind).where("id", "=", id).execute();
}

/** Announces changes of statuses or positions. */
export async function notifyHardwareStatus(tx: Database | Tx): Promise<void> {
  await sql`select ${notifyChange("hardware_status")}`.execute(tx);
}

/** Stored positions of barriers that still exist. */
export async function listBarrierPositions(db: ReadDb): Promise<BarrierPosition[]> {
  const rows = await db
    .selectFrom("barrier_positions")
    .select(["barrierId", "position", "since"])
    .orderBy("barrierId")
    .execute();
  return rows as BarrierPosition[];
}

/** Stores a changed position; ignores a barrier that was deleted meanwhile. */
export async function saveBarrierPosition(
  tx: Tx,
  { barrierId, position, since }: Omit<BarrierPosition, "since"> & { readonly since: Date },
): Promise<void> {
  await sql`
    insert into barrier_positions ("barrierId", position, since)
    select id, ${position}, ${since}::timestamptz from boom_barriers where id = ${barrierId} for key share
    on conflict ("barrierId") do update set position = excluded.position, since = excluded.since`.execute(tx);
}

/** Deletes the positions of barriers without contacts. */
export async function deleteOtherPositions(tx: Tx, barrierIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ barrierId: number }>`
    delete from barrier_positions where "barrierId" <> all(${[...barrierIds]}::integer[])
    returning "barrierId"`.execute(tx);
  return rows.length;
}
