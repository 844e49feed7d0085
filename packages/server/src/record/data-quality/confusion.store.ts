import { isMisread } from "@gatehouse/contract/fields/confusable";
import { type Confusion, findConfusions, type LearnedConfusion } from "@gatehouse/engine/data-quality/confusions";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";

/** Older corrections of a camera don't count. */
const maxCorrections = 1_000;

/** A confusion of a camera, by what showed it. */
export interface CountedConfusion extends LearnedConfusion {
  readonly byTag: number;
  readonly byCorrection: number;
}

export const listTagConfusions = async (db: ReadDb, cameraId: number | null): Promise<Confusion[]> =>
  cameraId === null
    ? []
    : db.selectFrom("camera_confusions").select(["read", "actual"]).where("cameraId", "=", cameraId).execute();

/** What cameras confuse, by tags and by the latest correction of each event, the most frequent first. */
export async function loadConfusions(
  db: ReadDb,
  cameraIds: readonly number[],
): Promise<Map<number, CountedConfusion[]>> {
  if (cameraIds.length === 0) return new Map();
  const ids = [...cameraIds];
  const [byTag, corrections] = await Promise.all([
    db
      .selectFrom("camera_confusions")
      .select(["cameraId", "read", "actual", "observed"])
      .where("cameraId", "in", ids)
      .execute(),
    sql<{ cameraId: number; readNormalized: string; lpNormalized: string }>`
      select c.* from unnest(${ids}::integer[]) as camera(id)
      cross join lateral (
        select distinct on ("eventId") "cameraId", "readNormalized", "lpNormalized", "isRemembered" from (
          select * from event_corrections where "cameraId" = camera.id order by "occurredAt" desc limit ${maxCorrections}
        ) latest order by "eventId", id desc
      ) c where c."isRemembered"`.execute(db),
  ]);
  const counted = new Map<number, Map<string, CountedConfusion>>();
  const add = (cameraId: number, { read, actual, ...found }: Omit<CountedConfusion, "count">) => {
    const ofCamera = counted.get(cameraId) ?? new Map<string, CountedConfusion>();
    const before = ofCamera.get(`${read} ${actual}`) ?? { byTag: 0, byCorrection: 0 };
    const sums = { byTag: before.byTag + found.byTag, byCorrection: before.byCorrection + found.byCorrection };
    ofCamera.set(`${read} ${actual}`, { read, actual, ...sums, count: sums.byTag + sums.byCorrection });
    counted.set(cameraId, ofCamera);
  };
  for (const { cameraId, read, actual, observed } of byTag)
    add(cameraId, { read, actual, byTag: observed, byCorrection: 0 });
  const shownByTag = Map.groupBy(byTag, ({ cameraId }) => cameraId);
  for (const { cameraId, readNormalized, lpNormalized } of corrections.rows) {
    // Earlier versions remembered every correction.
    if (!isMisread(readNormalized, lpNormalized, shownByTag.get(cameraId))) continue;
    for (const confusion of findConfusions(readNormalized, lpNormalized))
      add(cameraId, { ...confusion, byTag: 0, byCorrection: 1 });
  }
  return new Map(
    [...counted].map(([cameraId, confusions]) => [
      cameraId,
      [...confusions.values()].sort((one, other) => other.count - one.count),
    ]),
  );
}
