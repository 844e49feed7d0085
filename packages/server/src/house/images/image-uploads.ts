import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Database } from "../../platform/database/database.ts";
import { S3Error } from "../../platform/s3/s3-client.ts";
import type { Services } from "../../platform/services.ts";
import type { SharedImageStore } from "./shared-image-store.ts";

const intervalMs = 5_000;

/** Moves the images that wait in the local folder to the shared store, as soon as it works again. */
export const startImageUploads = (
  { db, log }: Pick<Services, "db" | "log">,
  store: Pick<SharedImageStore, "catchUp">,
): BackgroundJob =>
  startJob("image uploads", log, async () => {
    // The age of a file, which the server's own clock wrote.
    await store
      .catchUp((names) => listWanted(db, names), new Date())
      .catch((error: unknown) => {
        // The store has logged it once.
        if (!(error instanceof S3Error)) throw error;
      });
    return { waitMs: intervalMs };
  });

/** Those names that an event still has: another process may have erased the others meanwhile. */
async function listWanted(db: Database, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select "fullImage" as name from events where "fullImage" = any(${names})
    union select "plateImage" from events where "plateImage" = any(${names})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
