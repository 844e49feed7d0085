import { type BackTests, createBackTests } from "./access/back-tests/back-tests.ts";
import {
  type CommandSender,
  createCommandSender,
  createHardwareState,
  type HardwareState,
} from "./gate/hardware/command-sender.ts";
import { createScreenPresence, type ScreenPresence } from "./gate/screens/screen-presence.ts";
import { createSiteCache, type SiteCache } from "./gate/site-cache.ts";
import type { Machine } from "./house/diagnostics/host-facts.ts";
import { createImageIntake, type ImageIntake } from "./house/image-intake.ts";
import type { ImageStore } from "./house/image-store.ts";
import type { SharedImageStore } from "./house/images/shared-image-store.ts";
import { type ImagePlace, openImageStore } from "./house/open-image-store.ts";
import { createFreshEvents, type FreshEvents } from "./intake/fresh-events.ts";
import { createIngest, type Ingest } from "./intake/ingest/ingest.ts";
import { createOutage, type Outage } from "./intake/ingest/outage/outage.ts";
import type { Replica } from "./intake/ingest/outage/replica.ts";
import { createSnapshot } from "./intake/ingest/outage/snapshot.ts";
import { createSinkListeners, type SinkListeners } from "./intake/sinks/sink-listeners.ts";
import { replayQueries } from "./platform/database/recorded-queries.ts";
import type { Services } from "./platform/services.ts";
import type { Spool } from "./platform/spool/spool.ts";
import { createReadRecorder, type ReadRecorder } from "./record/data-quality/read-recorder.ts";
import { createReportFiles, type ReportFiles } from "./record/reports/jobs/report-files.ts";

/** The parts that ingest, the API handlers and the background jobs share. */
export interface SharedParts {
  readonly siteCache: SiteCache;
  readonly commandSender: CommandSender;
  /** Where features of the leader report the state of the hardware. */
  readonly hardwareState: HardwareState;
  readonly screens: ScreenPresence;
  /** The ports of cameras. */
  readonly sinkListeners: SinkListeners;
  /** Measures the quality of reads and clocks. */
  readonly quality: ReadRecorder;
  /** What ingest stores, for the live rows. */
  readonly freshEvents: FreshEvents;
  readonly images: {
    readonly store: ImageStore;
    readonly intake: ImageIntake;
    /** The store, if other processes share it. */
    readonly shared?: SharedImageStore | null;
  } | null;
  /** The files of produced reports. */
  readonly reportFiles: ReportFiles | null;
  /** The folders of the server. */
  readonly machine: Machine;
  /** Replays of past events. */
  readonly backTests: BackTests;
  /** What happens to events while the database is away; without it, pushes are rejected. */
  readonly outage?: Outage | undefined;
  /** Overrides the time in which a push is stored or rejected. */
  readonly answerPushWithinMs?: number;
}

/** Adds what keeps events while the database is away. */
export async function withOutage(
  services: Services,
  parts: SharedParts,
  { spool, replica, isAway = false }: { spool: Spool; replica: Replica; isAway?: boolean },
): Promise<SharedParts> {
  const { siteCache, commandSender: dispatcher, images, quality } = parts;
  const snapshot = createSnapshot(services, siteCache, replica);
  const saved = isAway ? replica.saved() : undefined;
  if (saved) {
    await siteCache.restore(replayQueries(saved.site));
    snapshot.restore(saved);
  }
  services.metrics.readQueue("spool", spool.size);
  const intake = images?.intake ?? null;
  const outageParts = { spool, snapshot, replica, siteCache, dispatcher, images: intake, quality };
  return { ...parts, outage: await createOutage(services, outageParts) };
}

/** A shared store takes longer to answer than a disk. */
const uploadLanes = 4;

/** Without a place for images, pictures aren't stored; without a report folder, reports have no files. */
export function createSharedParts(
  services: Services,
  {
    imagePlace = null,
    reportFolder = null,
    machine = { dataDir: null, backupDir: null },
  }: { imagePlace?: ImagePlace | null; reportFolder?: string | null; machine?: Machine } = {},
): SharedParts {
  const siteCache = createSiteCache(services);
  const hardwareState = createHardwareState(services);
  const opened = imagePlace && openImageStore(imagePlace, services.log);
  return {
    siteCache,
    commandSender: createCommandSender(services, siteCache, { hardwareState }),
    hardwareState,
    screens: createScreenPresence(services),
    machine,
    backTests: createBackTests(services),
    reportFiles: reportFolder === null ? null : createReportFiles(reportFolder),
    sinkListeners: createSinkListeners(services, siteCache),
    quality: createReadRecorder(services),
    freshEvents: createFreshEvents(),
    images: opened && { ...opened, intake: createImageIntake(services, opened.store, opened.shared ? uploadLanes : 1) },
  };
}

/** The queue of what pushes, readers and loops report. */
export const createSharedIngest = (
  services: Services,
  { siteCache, commandSender: dispatcher, images, quality, freshEvents, outage }: SharedParts,
): Ingest =>
  createIngest(services, { siteCache, dispatcher, images: images?.intake ?? null, quality, freshEvents, outage });
