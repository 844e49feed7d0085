import type { Rates } from "@gatehouse/contract/fares/fare";
import type { TariffInForce } from "@gatehouse/contract/fares/tariff-choice";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";

/** A version of a tariff with its prices. */
export interface PricedTariff extends TariffInForce {
  readonly name: string;
  readonly rates: Rates;
}

/** One transaction at a time changes tariffs or computes fares: two people may add conflicting tariffs at once. */
export async function lockTariffs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.tariffs})`.execute(tx);
}

/** Keeps the present content of a tariff as a version. */
export async function addTariffVersion(tx: Tx, id: number, savedAt: Date): Promise<void> {
  await sql`
    insert into tariff_versions ("tariffId", version, name, "validFrom", "vehicleTypes", days, rates, "savedAt")
    select id, version, name, "validFrom", "vehicleTypes", days, rates, ${savedAt} from tariffs where id = ${id}`.execute(
    tx,
  );
  // The first version may begin in the past: stays since then that have no tariff get this one.
  await sql`
    update stays s set "isPriced" = false from tariffs t
    where t.id = ${id} and t.version = 1 and s.state = 'complete' and s."isPriced" and s."tariffId" is null
      and s.at >= t."validFrom"::date - interval '1 day'`.execute(tx);
}

/** Vehicles that enter after a tariff was deleted don't pay by it. */
export async function endTariffVersions(tx: Tx, tariffId: number, deletedAt: Date): Promise<void> {
  await tx.updateTable("tariff_versions").set({ deletedAt }).where("tariffId", "=", tariffId).execute();
}

/** The versions of all tariffs, or of one, the latest first. */
export async function listTariffVersions(db: ReadDb, tariffId?: number): Promise<PricedTariff[]> {
  let query = db.selectFrom("tariff_versions").selectAll().orderBy("tariffId").orderBy("version", "desc");
  if (tariffId !== undefined) query = query.where("tariffId", "=", tariffId);
  const rows = await query.execute();
  return rows.map(({ tariffId: id, ...version }) => ({ ...version, id }) as unknown as PricedTariff);
}
