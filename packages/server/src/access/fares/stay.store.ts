import type { Stay } from "@gatehouse/contract/entities/stay";
import { asText } from "@gatehouse/contract/fields/as-text";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-access.ts";

interface StayRow {
  readonly id: number;
  readonly state: Stay["state"];
  readonly vehicle: string;
  readonly vehicleType: string | null;
  readonly areaId: number;
  readonly entryEventId: number | null;
  readonly enteredAt: string | null;
  readonly entryModule: string | null;
  readonly entryGateId: number | null;
  readonly exitEventId: number | null;
  readonly leftAt: string | null;
  readonly exitModule: string | null;
  readonly exitGateId: number | null;
  readonly tariffId: number | null;
  readonly tariffVersion: number | null;
  readonly tariffName: string | null;
  readonly gross: number;
  readonly discount: number;
  readonly waived: number;
  readonly net: number;
}

/** A stay with its fare, if a person may see one of its gates. */
export async function findStay(db: ReadDb | Tx, id: number, gateIds: GateLimit): Promise<Stay | undefined> {
  const { rows } = await sql<StayRow>`select * from stay_fares where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row || ![row.entryGateId, row.exitGateId].some((gateId) => isOwnGate(gateIds, gateId))) return undefined;
  const { id: stayId, state, vehicle, vehicleType, gross, discount, waived, net } = row;
  return {
    id: stayId,
    state,
    vehicle,
    vehicleType,
    areaId: row.areaId || null,
    entry: toPassage(row.entryEventId, row.enteredAt, row.entryModule, row.entryGateId),
    exit: toPassage(row.exitEventId, row.leftAt, row.exitModule, row.exitGateId),
    seconds: toSeconds(row),
    tariff:
      row.tariffId === null
        ? null
        : { id: row.tariffId, version: row.tariffVersion ?? 0, name: asText(row.tariffName) },
    ...{ gross, discount, waived, net },
    reductions: await listReductions(db, row.exitEventId),
  };
}

const toPassage = (eventId: number | null, at: string | null, module: string | null, gateId: number | null) =>
  eventId === null || at === null ? null : { eventId, at, module: asText(module), gateId: gateId || null };

const toSeconds = ({ enteredAt, leftAt }: StayRow) =>
  enteredAt === null || leftAt === null ? null : Math.round((Date.parse(leftAt) - Date.parse(enteredAt)) / 1_000);

async function listReductions(db: ReadDb | Tx, exitEventId: number | null): Promise<Stay["reductions"]> {
  if (exitEventId === null) return [];
  const rows = await db
    .selectFrom("stay_reductions")
    .select(["id", "kind", "amount", "reason", "by", "at"])
    .where("exitEventId", "=", exitEventId)
    .orderBy("id")
    .execute();
  return rows as Stay["reductions"];
}

/** Two people reduce the fare of a stay one after the other. */
export async function lockStay(tx: Tx, id: number): Promise<void> {
  await sql`select from stays where id = ${id} for update`.execute(tx);
}
