import { sql } from "kysely";
import { readRequiredConfigs } from "../../entities/config/required-config.store.ts";
import type { Services } from "../../platform/services.ts";
import { type Repeating, repeat } from "../repeat.ts";
import type { ImageStore } from "./image-store.ts";

const everyMs = 60_000;
const dayMs = 86_400_000;

/** Deletes the pictures that nobody wants to keep any more, the oldest first, also when the disk runs low. */
export function startImageRetention({ db, clock, log }: Services, store: ImageStore): Repeating {
  return repeat("image retention", log, async () => {
    const { imageRetentionDays } = await readRequiredConfigs(db);
    const before = new Date(clock.now().getTime() - imageRetentionDays * dayMs);
    const firstKept = await store.prune(before);
    // Events whose pictures are gone show none, instead of broken ones.
    await sql`
      update events set "fullImage" = null, "plateImage" = null
      where "occurredAt" < ${firstKept} and "receivedAt" < ${firstKept}
        and ("fullImage" is not null or "plateImage" is not null)`.execute(db);
    return { waitMs: everyMs };
  });
}
