import { assertFound } from "@gatehouse/contract/assert-found";
import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import type { ImageProtection } from "./image-protection.ts";

const noPeriod = "a legal hold without plate and period";

/** An image shows the plate, so it is kept no longer than the plate. */
export const imageDays = ({ imageRetentionDays, plateRetentionDays }: RequiredValues): number =>
  Math.min(imageRetentionDays, plateRetentionDays);

/** Loads which images must not be deleted. Periods are protected by whole days of receipt. */
export async function loadImageProtection(
  db: ReadDb,
  { imageMinRetentionDays: minDays }: RequiredValues,
  now: Date,
): Promise<ImageProtection> {
  const holds = await sql<{ plate: string | null; from: string | null; to: string | null }>`
    select "plateNormalized" as plate, "from", "to" from legal_holds order by id`.execute(db);
  const names = holds.rows.some(({ plate }) => plate !== null) ? await listHeldNames(db) : [];
  const periods = holds.rows.filter(({ plate }) => plate === null);
  return {
    names,
    days: periods.map(
      ({ from, to }) => [toDay(assertFound(from, noPeriod)), toDay(dayAfter(assertFound(to, noPeriod)))] as const,
    ),
    since: minDays === 0 ? null : toDay(new Date(now.getTime() - minDays * dayMs).toISOString()),
  };
}

/** Events that a device sent late are in the folder of a later day. */
const dayAfter = (time: string) => new Date(Date.parse(time) + dayMs).toISOString();

const toDay = (time: string) => time.slice(0, 10).replaceAll("-", "");

/** The index on plates finds the events of a hold. */
async function listHeldNames(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct i.name from (
      select h.id as "holdId", e.id, e."occurredAt", e."fullImage", e."plateImage" from legal_holds h
      join events e on e."plateNormalized" = any(array[h."plateNormalized", h."plateHash"])
      union all
      select h.id, e.id, e."occurredAt", e."fullImage", e."plateImage" from legal_holds h
      join event_corrections c on c."lpNormalized" = any(array[h."plateNormalized", h."plateHash"])
      join events e on e.id = c."eventId" and e."occurredAt" = c."occurredAt"
    ) e
    join legal_holds h on h.id = e."holdId" and (h."from" is null or e."occurredAt" >= h."from")
      and (h."to" is null or e."occurredAt" < h."to")
    cross join lateral (values (e."fullImage"), (e."plateImage")) i(name)
    where i.name is not null order by i.name`.execute(db);
  return rows.map(({ name }) => name);
}
