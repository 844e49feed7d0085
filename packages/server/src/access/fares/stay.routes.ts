import { type Stay, stayEndpoints } from "@gatehouse/contract/entities/stay";
import { discountTooLarge } from "@gatehouse/contract/entities/stay.messages";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { asText } from "@gatehouse/contract/fields/as-text";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";

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
async function findStay(db: ReadDb | Tx, id: number, gateIds: GateLimit): Promise<Stay | undefined> {
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
async function lockStay(tx: Tx, id: number): Promise<void> {
  await sql`select from stays where id = ${id} for update`.execute(tx);
}

interface Reduction {
  readonly kind: "discount" | "waiver";
  readonly amount: number | null;
  readonly reason: string;
}

/** Stays, and the discounts and waivers that operators give. */
export function stayRoutes({ clock }: Services) {
  async function reduce(tx: Tx, person: Person, id: number, { kind, amount, reason }: Reduction): Promise<Stay> {
    await lockStay(tx, id);
    const { exit, tariff, net } = await loadStay(tx, id, person);
    if (exit === null || tariff === null || net === 0) throw httpError("stay/no-fare");
    if (amount !== null && amount > net) {
      const { currency } = await loadRequiredConfigs(tx);
      throw invalidFields([{ path: "amount", message: discountTooLarge(formatMoney(net, currency)) }]);
    }
    await tx
      .insertInto("stay_reductions")
      .values({
        exitEventId: exit.eventId,
        leftAt: new Date(exit.at),
        kind,
        amount,
        reason,
        by: person.username,
        at: clock.now(),
      })
      .execute();
    return loadStay(tx, id, person);
  }

  return handle(stayEndpoints, {
    "GET /stays/{id}": ({ params, person, read }) => loadStay(read, params.id, person),
    "POST /stays/{id}/discounts": ({ params, body, person, write }) =>
      write((tx) => reduce(tx, person, params.id, { kind: "discount", ...body })),
    "POST /stays/{id}/waiver": ({ params, body, person, write }) =>
      write((tx) => reduce(tx, person, params.id, { kind: "waiver", amount: null, ...body })),
    "DELETE /stays/{id}/reductions": ({ params, person, write }) =>
      write(async (tx) => {
        await lockStay(tx, params.id);
        const { exit } = await loadStay(tx, params.id, person);
        if (exit) await tx.deleteFrom("stay_reductions").where("exitEventId", "=", exit.eventId).execute();
        return undefined;
      }),
  });
}

async function loadStay(db: ReadDb | Tx, id: number, { gateIds }: Person): Promise<Stay> {
  const stay = await findStay(db, id, gateIds);
  if (!stay) throw httpError("record/not-found");
  return stay;
}
