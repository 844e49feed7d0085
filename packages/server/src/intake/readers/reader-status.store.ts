import type { RfidServerStatus } from "@gatehouse/contract/entities/rfid-server";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import { sql } from "kysely";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb } from "../../platform/database/database.ts";

/** The state of a reader as stored. */
export interface ReaderStatus {
  readonly sensorId: number;
  readonly state: HardwareStatus["state"];
  readonly reason: string | null;
  readonly since: Date;
}

/** Replaces the stored states and notifies browsers. */
export async function saveReaderStatus(
  db: Database,
  readers: readonly ReaderStatus[],
  server: RfidServerStatus,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A reader may have been deleted since the site was loaded.
    const existing = await tx
      .selectFrom("sensors")
      .select("id")
      .where("id", "in", [0, ...readers.map(({ sensorId }) => sensorId)])
      .forKeyShare()
      .execute();
    const ids = new Set(existing.map(({ id }) => id));
    const rows = readers.filter(({ sensorId }) => ids.has(sensorId));
    await tx.deleteFrom("reader_status").execute();
    if (rows.length > 0) await tx.insertInto("reader_status").values(rows).execute();
    const status = JSON.stringify(server);
    await tx
      .insertInto("rfid_server_status")
      .values({ id: 1, status })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ status }))
      .execute();
    await sql`select ${notifyChange("hardware_status")}`.execute(tx);
  });
}

/** The state of each reader that the server drives. */
export async function listReaderStatus(db: ReadDb): Promise<HardwareStatus[]> {
  const rows = await db
    .selectFrom("reader_status")
    .innerJoin("sensors", "sensors.id", "reader_status.sensorId")
    .select(["sensors.id", "sensors.name", "state", "reason", "since"])
    .orderBy("sensors.id")
    .execute();
  return rows.map(({ id, state, ...row }) => ({
    ...row,
    kind: "reader",
    id: String(id),
    state: state as HardwareStatus["state"],
  }));
}

/** The last state of the RFID server; null before the first start of the leader. */
export async function loadRfidServerStatus(db: ReadDb): Promise<RfidServerStatus | null> {
  const row = await db.selectFrom("rfid_server_status").select("status").executeTakeFirst();
  return (row?.status as RfidServerStatus | undefined) ?? null;
}
