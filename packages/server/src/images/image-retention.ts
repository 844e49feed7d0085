import { sql } from "kysely";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { notifyHealthChange } from "../devices/health.store.ts";
import { type BackgroundJob, repeat } from "../platform/background-job.ts";
import type { Services } from "../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

const everyMs = 60_000;
const dayMs = 86_400_000;

/** Deletes the pictures that nobody wants to keep any more, the oldest first, also when the disk runs low. */
export function startImageRetention({ db, clock, log }: Services, store: ImageStore): BackgroundJob {
  let wasFull = false;

  /** Events whose pictures are gone show none, instead of broken ones. */
  const forget = (before: Date) =>
    sql`
    update events set "fullImage" = null, "plateImage" = null
    where "receivedAt" < ${before} and ("fullImage" is not null or "plateImage" is not null)`.execute(db);

  return repeat("image retention", log, async () => {
    // First, and without the database: that may be down because the disk is full.
    const days = await store.makeRoom();
    if (days > 0)
      log.warn({ days }, "the disk is nearly full: the oldest days' pictures were deleted before their time");
    const isFull = await store.isFull();
    if (isFull !== wasFull) await notifyHealthChange(db);
    wasFull = isFull;
    const { imageRetentionDays } = await loadRequiredConfigs(db);
    await store.deleteBefore(new Date(clock.now().getTime() - imageRetentionDays * dayMs));
    await store.tellGone(async (before) => void (await forget(before)));
    return { waitMs: everyMs };
  });
}
