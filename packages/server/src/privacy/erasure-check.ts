import { dataClasses } from "@gatehouse/contract/data-classes";
import { type FaultCode, faults } from "@gatehouse/contract/errors";
import { formatCount } from "@gatehouse/contract/fields/number";
import { dayMs, zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import type { SoughtPlate } from "../retention/plate-tables.ts";
import type { PlateEvents } from "./plate-records.ts";
import { loadRetention } from "./retention.store.ts";

/** Why a plate can't be erased. */
interface ErasureObstacle {
  readonly code: FaultCode;
  readonly message: string;
}

/** PRIV-4: finds what forbids to erase a plate: a legal hold, or a minimum retention that has not ended. */
export async function findObstacle(
  db: ReadDb | Tx,
  plate: SoughtPlate,
  events: PlateEvents,
  now: Date,
): Promise<ErasureObstacle | undefined> {
  return (await findHold(db, plate)) ?? (await findMinimum(db, events, now));
}

async function findHold(db: ReadDb | Tx, { forms, eventIds }: SoughtPlate): Promise<ErasureObstacle | undefined> {
  const { rows } = await sql<{ plate: string | null; reason: string; by: string }>`
    select h.plate, h.reason, h.by from legal_holds h
    where h."plateNormalized" = ${forms[0]} or (h."plateNormalized" is null and exists (
      select from events e where e.id = any(${[...eventIds]}::bigint[])
        and e."occurredAt" >= h."from" and e."occurredAt" < h."to"))
    order by h.id limit 1`.execute(db);
  const [hold] = rows;
  if (!hold) return undefined;
  const what =
    hold.plate === null ? "A legal hold on a period covers events of this plate" : faults["privacy/held"].text;
  return { code: "privacy/held", message: `${what}: ${hold.reason} (${hold.by}).` };
}

async function findMinimum(db: ReadDb | Tx, events: PlateEvents, now: Date): Promise<ErasureObstacle | undefined> {
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
