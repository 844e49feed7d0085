import { type Stay, stayEndpoints } from "@gatehouse/contract/entities/stay";
import { discountTooLarge } from "@gatehouse/contract/entities/stay.messages";
import { formatMoney } from "@gatehouse/contract/fares/money";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { refuse, refuseFields } from "../../platform/http/refusal.ts";
import type { Services } from "../../platform/services.ts";
import { findStay, lockStay } from "./stay.store.ts";

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
    if (exit === null || tariff === null || net === 0) throw refuse("stay/no-fare");
    if (amount !== null && amount > net) {
      const { currency } = await loadRequiredConfigs(tx);
      throw refuseFields([{ path: "amount", message: discountTooLarge(formatMoney(net, currency)) }]);
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
  if (!stay) throw refuse("record/not-found");
  return stay;
}
