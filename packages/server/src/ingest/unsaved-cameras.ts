import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { unnamedSource } from "@gatehouse/engine/events/incoming-event";
import type { SiteDevice } from "@gatehouse/engine/site/site";
import { reportedIdColumn } from "../devices/camera.store.ts";
import type { Database } from "../platform/database/database.ts";

/** Limits a faulty device that names a new camera with every event. */
const maxUnsavedCameras = 64;

/**
 * Inserts cameras that a device names and that are not registered, with status "new", so that their events can be stored.
 * Beyond the limit, all other names share the unnamed camera.
 */
export async function insertUnsavedCameras(db: Database, device: SiteDevice, names: readonly string[]): Promise<void> {
  const unsaved = device.cameras.filter(({ isSaved }) => !isSaved).length;
  const free = Math.max(0, maxUnsavedCameras - unsaved);
  const inserted = new Set(names.length > free ? [...names.slice(0, free), unnamedSource] : names);
  await db
    .insertInto("cameras")
    .values(
      [...inserted].map((name) => ({
        aiDeviceId: device.id,
        module: device.module,
        name: name === unnamedSource ? "Unnamed camera" : name,
        status: "new",
        [reportedIdColumn(device.module as ModuleKind)]: name,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
