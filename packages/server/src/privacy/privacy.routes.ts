import { privacyEndpoints } from "@gatehouse/contract/entities/privacy";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { createZip } from "../platform/zip.ts";
import { loadCleanUps } from "./clean-ups.ts";
import { findObstacle } from "./erasure-check.ts";
import { erasePlate } from "./plate-erasure.ts";
import { exportPlate } from "./plate-export.ts";
import { countRecords, findPlate, loadPlateEvents } from "./plate-records.ts";
import { loadRetention, saveRetention } from "./retention.store.ts";

/** PRIV-1, PRIV-4: retention, its preview, and what is stored about one plate. */
export const privacyRoutes = ({ clock, plateHashes }: Services, store: ImageStore | undefined) => {
  async function load(read: ReadDb | Tx, text: string) {
    const plate = await findPlate(read, text, plateHashes);
    const events = await loadPlateEvents(read, plate);
    return { plate, events, obstacle: await findObstacle(read, plate, events, clock.now()) };
  }
  return handle(privacyEndpoints, {
    "GET /privacy/retention": ({ read }) => loadRetention(read),
    "PUT /privacy/retention": async ({ body, read, write }) => {
      await write((tx) => saveRetention(tx, body));
      return loadRetention(read);
    },
    "GET /privacy/clean-ups": async ({ read }) =>
      loadCleanUps(read, { retention: await loadRetention(read), store, now: clock.now() }),
    "GET /privacy/plates/{plate}": async ({ params, read }) => {
      const { plate, events, obstacle } = await load(read, params.plate);
      const records = await countRecords(read, plate);
      return {
        plate: plate.forms[0] ?? "",
        records: records.map(({ table: { table, title }, count }) => ({ table, title, count })),
        pictures: events.pictures.length,
        hashedEvents: events.hashed,
        firstAt: events.firstAt,
        lastAt: events.lastAt,
        refusal: obstacle?.message ?? null,
      };
    },
    "GET /privacy/plates/{plate}/export": async ({ params, read }) => {
      const plate = await findPlate(read, params.plate, plateHashes);
      const { siteName: site } = await loadRequiredConfigs(read);
      const at = clock.now();
      return {
        filename: `plate-${plate.forms[0]}.zip`,
        content: createZip(exportPlate(read, { plate, store, site, at }), at, { isCompressed: true }),
      };
    },
    "DELETE /privacy/plates/{plate}": async ({ params, write }) => {
      const { pictures, ...erased } = await write(async (tx) => {
        // A hold that is added meanwhile waits, and then covers what is left.
        await sql`lock table legal_holds in share mode`.execute(tx);
        const { plate, events, obstacle } = await load(tx, params.plate);
        if (obstacle) throw refuse(obstacle.code, { message: obstacle.message });
        const erasable = (await countRecords(tx, plate)).filter(({ table }) => table.erasure !== "keep");
        if (erasable.length === 0) throw refuse("record/not-found", { message: "Nothing is stored about this plate" });
        return { ...(await erasePlate(tx, plate, events.pictures.length)), pictures: events.pictures };
      });
      return { ...erased, pictures: (await store?.deleteImages(pictures)) ?? 0 };
    },
  });
};
