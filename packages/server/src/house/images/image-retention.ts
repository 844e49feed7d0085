import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Services } from "../../platform/services.ts";
import type { ImageStore } from "../image-store.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { imageDays, loadImageProtection } from "./image-protection.store.ts";

const intervalMs = 60_000;

/** The open alert about the disk. */
interface DiskAlerts {
  update(state: { causes: readonly AlertCause[]; isKept(): boolean }): Promise<void>;
}

/** Deletes images after their retention, and the oldest ones earlier while the disk is nearly full. */
export function startImageRetention(
  { db, clock, log }: Services,
  store: ImageStore,
  alerts: DiskAlerts,
): BackgroundJob {
  let wasFull = false;

  /** Clears the image names of events whose images are deleted. */
  const clearImageNames = (before: Date) =>
    sql`
    update events set "fullImage" = null, "plateImage" = null
    where "receivedAt" < ${before} and ("fullImage" is not null or "plateImage" is not null)
      and not exists (select from legal_holds h where h."plateNormalized" is null
        and "receivedAt" >= date_trunc('day', h."from") and "receivedAt" < date_trunc('day', h."to") + interval '2 days')
      and not is_event_held(id, "plateNormalized", "identifierId", "occurredAt")`.execute(db);

  return startJob("image retention", log, async () => {
    // First, and without the database, which may be down because the disk is full.
    const days = await store.deleteOldestWhileFull();
    if (days > 0)
      log.warn({ days }, "the disk is nearly full: deleted the images of the oldest days before their retention ended");
    const isFull = await store.isFull();
    if (isFull !== wasFull) await sql`select ${notifyChange("health")}`.execute(db);
    wasFull = isFull;
    await alerts.update({ causes: isFull ? [diskFull] : [], isKept: () => isFull });
    const configs = await loadRequiredConfigs(db);
    const now = clock.now();
    await store.protect(await loadImageProtection(db, configs, now));
    await store.deleteBefore(new Date(now.getTime() - imageDays(configs) * dayMs));
    await store.reportDeletedDays(async (before) => void (await clearImageNames(before)));
    return { waitMs: intervalMs };
  });
}

/** Raised while the disk has too little space for images. */
const diskFull: AlertCause = {
  type: "DISK_NEARLY_FULL",
  scope: "ac",
  subject: "disk",
  title: "Disk nearly full",
  description: "The disk of the server is nearly full. Events are stored without images.",
  additionalInfo: {},
};
