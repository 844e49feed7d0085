import type { Detection } from "@gatehouse/contract/events/detection";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { findSource, type Sender, toSourceName, unnamedSource } from "@gatehouse/engine/events/incoming-event";
import type { SiteDevice } from "@gatehouse/engine/site/site";
import type { Site, SiteCache } from "../../gate/site-cache.ts";
import type { Database } from "../../platform/database/database.ts";
import { reportedIdColumn } from "../devices/camera.store.ts";

/** Limits a faulty device that names a new camera with every event. */
const maxUnsavedCameras = 64;

/**
 * Inserts cameras that a device names and that are not registered, with status "new", so that their events can be stored.
 * Beyond the limit, all other names share the unnamed camera.
 */
async function insertUnsavedCameras(db: Database, device: SiteDevice, names: readonly string[]): Promise<void> {
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

/** The sender as currently configured, which may have changed since it was authenticated. */
export function findCurrentSender(site: Site, sender: Sender): Sender | undefined {
  if (sender.kind === "sensor") {
    const sensor = site.sensors.get(sender.sensor.id);
    return sensor && { kind: "sensor", sensor };
  }
  const device = site.devices.get(sender.device.id);
  if (!device || !sender.camera) return device && { kind: "device", device };
  const camera = device.cameras.find(({ id }) => id === sender.camera?.id);
  return camera && { kind: "device", device, camera };
}

/** The names of cameras in detections that the site does not know. */
export function listUnknownCameras(site: Site, sender: Sender, detections: readonly Detection[]): string[] {
  if (sender.kind === "sensor") return [];
  const current = findCurrentSender(site, sender) ?? sender;
  const unknown = detections
    .map(({ source }) => toSourceName(source))
    .filter((name) => findSource(site, current, name) === undefined)
    .map((name) => name ?? unnamedSource);
  return [...new Set(unknown)];
}

/** Adds unsaved cameras for unknown names, and loads the site with them. */
export async function addUnsavedCameras(
  { db, siteCache }: { db: Database; siteCache: SiteCache },
  sender: Sender,
  names: readonly string[],
): Promise<Site> {
  const site = await siteCache.now();
  if (sender.kind === "sensor" || names.length === 0) return site;
  const device = site.devices.get(sender.device.id) ?? sender.device;
  await insertUnsavedCameras(db, device, names);
  siteCache.drop();
  return siteCache.now();
}

/** The camera, slot controller or sensor of a detection; an unknown name stands for the unnamed camera. */
export const findCurrentSource = (site: Site, sender: Sender, { source }: Pick<Detection, "source">) =>
  findSource(site, sender, toSourceName(source)) ?? findSource(site, sender, unnamedSource);
