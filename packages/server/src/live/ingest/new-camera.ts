import type { ModuleKind } from "@gatehouse/contract/modules/module-kind";
import { reportedIdColumn } from "../../entities/camera/camera.store.ts";
import type { Database } from "../../platform/database.ts";
import { unnamed } from "./arrival.ts";
import type { SiteDevice } from "./site.ts";

/** A device that names a new camera with every event has something wrong with it. */
const mostNew = 64;

/** A camera that a device speaks of and nobody has saved: it is kept as new, so that its events have a place. */
export async function addNewCamera(db: Database, device: SiteDevice, named: string | null): Promise<boolean> {
  const uid = named ?? unnamed;
  const isFull = device.cameras.filter(({ isSaved }) => !isSaved).length >= mostNew;
  if (isFull) return false;
  await db
    .insertInto("cameras")
    .values({
      aiDeviceId: device.id,
      module: device.module,
      name: named ?? "Unnamed camera",
      status: "new",
      [reportedIdColumn(device.module as ModuleKind)]: uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}
