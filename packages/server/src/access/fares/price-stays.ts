import { fareOf } from "@gatehouse/contract/fares/fare";
import { tariffOf, versionsInForce } from "@gatehouse/contract/fares/tariff-choice";
import { toVehicleTypeCode } from "@gatehouse/contract/fields/vehicle-type";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { listTariffVersions, lockTariffs, type PricedTariff } from "./tariff.store.ts";

const intervalMs = 2_000;
/** How many fares are computed at once, so that no transaction takes long. */
const maxStaysPerRun = 1_000;

interface UnpricedStay {
  readonly id: number;
  readonly vehicleType: string | null;
  readonly enteredAt: string;
  readonly leftAt: string;
}

/** Computes the fares of completed stays and stores them; returns whether there are more. */
export async function priceStays({ db }: Pick<Services, "db">): Promise<boolean> {
  const { timeZone } = await loadRequiredConfigs(db);
  const priced = await db.transaction().execute(async (tx) => {
    // A tariff that is added meanwhile waits, and marks the stays without a tariff again.
    await lockTariffs(tx);
    const versions = await listTariffVersions(tx);
    const { rows } = await sql<UnpricedStay>`
      select id, "vehicleType", "enteredAt", "leftAt" from stays
      where state = 'complete' and not "isPriced" order by id limit ${maxStaysPerRun} for update`.execute(tx);
    const fares = rows.map((stay) => toFare(stay, versions, timeZone));
    await sql`
      update stays s set "isPriced" = true, "tariffId" = f."tariffId", "tariffVersion" = f."tariffVersion",
        "tariffName" = f."tariffName", gross = f.gross, "vehicleType" = f."vehicleType"
      from jsonb_to_recordset(${JSON.stringify(fares)}::jsonb) f(id integer, "tariffId" integer, "tariffVersion" integer,
        "tariffName" text, gross bigint, "vehicleType" text)
      where s.id = f.id`.execute(tx);
    return rows.length;
  });
  return priced === maxStaysPerRun;
}

/** The fare of a stay by the version that applied at its entry. */
function toFare({ id, vehicleType: seen, ...stay }: UnpricedStay, versions: readonly PricedTariff[], timeZone: string) {
  const enteredAt = new Date(stay.enteredAt);
  const vehicleType = seen === null ? null : toVehicleTypeCode(seen);
  const tariff = tariffOf(versionsInForce(versions, enteredAt, timeZone), { enteredAt, vehicleType, timeZone });
  return {
    id,
    vehicleType,
    tariffId: tariff?.id ?? null,
    tariffVersion: tariff?.version ?? null,
    tariffName: tariff?.name ?? null,
    gross: tariff ? fareOf(tariff.rates, enteredAt, new Date(stay.leftAt), timeZone).amount : 0,
  };
}

/** Starts to compute fares; only the leader does. */
export function startFares(services: Services): BackgroundJob {
  return startJob("fares", services.log, async () => ({ waitMs: (await priceStays(services)) ? 0 : intervalMs }));
}
