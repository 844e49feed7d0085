import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { unnamedSource } from "@gatehouse/engine/events/incoming-event";
import type { SiteDevice } from "@gatehouse/engine/site/site";
import { reportedIdColumn } from "../devices/camera.store.ts";
import type { Database } from "../platform/database/database.ts";

/** A device that names a new camera with every event has something wrong with it. */
const mostNew = 64;

/**
 * Cameras that a device speaks of and nobody has saved: they are kept as new, so that their events have a place. Beyond a
 * number of them all the others share the unnamed one.
 */
export async function insertUnsavedCameras(db: Database, device: SiteDevice, named: readonly string[]): Promise<void> {
  const known = device.cameras.filter(({ isSaved }) => !isSaved).length;
  const room = Math.max(0, mostNew - known);
  const names = new Set(named.length > room ? [...named.slice(0, room), unnamedSource] : named);
  await db
    .insertInto("cameras")
    .values(
      [...names].map((name) => ({
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
