import { join } from "node:path";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { createImageIntake } from "../../packages/server/src/house/image-intake.ts";
import { createImageStore } from "../../packages/server/src/house/image-store.ts";
import { connectDatabase } from "../../packages/server/src/platform/database/database.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { findRunningPostgres } from "../../packages/server/src/platform/postgres/open-postgres.ts";
import { renderCarImages } from "../../packages/simulator/src/feeds/car-images.ts";

/** Draws the pictures of the last day's plate reads that have none, newest first, while the demo runs. */
export async function loadPictures(dataDir: string, now: Date): Promise<void> {
  const running = await findRunningPostgres(join(dataDir, "postgres"));
  if (!running) throw new Error(`no database runs in ${dataDir}`);
  const db = connectDatabase(running.connection);
  try {
    const intake = createImageIntake({ db, log: createLog("warn") }, createImageStore(join(dataDir, "images")));
    const reads = await db
      .selectFrom("events")
      .select(["id", "occurredAt", "receivedAt", "sourceName", "lpRaw"])
      .where("module", "in", ["ANPR_ACCESS_CONTROL", "OSD"])
      .where("occurredAt", ">", new Date(now.getTime() - dayMs).toISOString())
      .where("occurredAt", "<", now.toISOString())
      .where("fullImage", "is", null)
      .orderBy("occurredAt", "desc")
      .execute();
    for (const { id, sourceName, lpRaw, ...times } of reads) {
      const [occurredAt, receivedAt] = [new Date(times.occurredAt), new Date(times.receivedAt)];
      const { full, plate } = await renderCarImages(sourceName, lpRaw ?? "", occurredAt);
      intake.add({ id, occurredAt, receivedAt }, [
        { kind: "full", bytes: full },
        { kind: "plate", bytes: plate },
      ]);
      // One at a time: cars that drive up now come first.
      await intake.settled();
    }
  } finally {
    await db.destroy();
    running.release();
  }
}
