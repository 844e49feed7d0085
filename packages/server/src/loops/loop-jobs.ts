import type { Ingest } from "../ingest/ingest.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { createKeyedJobs } from "../platform/keyed-jobs.ts";
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import { startBoardPoller } from "./board-poller.ts";
import { type LoopBoard, listLoopBoards } from "./loop-boards.ts";
import { createStuckLoopAlerts } from "./stuck-loop-alerts.ts";
import { createVehicleRecorder } from "./vehicle-recorder.ts";

const siteIntervalMs = 250;
const alertIntervalMs = 1_000;

/** LIVE-3: reads the loop detectors of every board, stores the vehicles they count and raises alerts for stuck loops. */
export function startLoops(
  services: Services,
  { siteCache, ingest }: { siteCache: SiteCache; ingest: Ingest },
): BackgroundJob {
  const recorder = createVehicleRecorder(services, ingest);
  const alerts = createStuckLoopAlerts(services);
  // Pollers use the latest loaded site, so a slow database does not delay readings.
  let latest: { readonly site: Site; readonly boards: ReadonlyMap<string, LoopBoard> } | undefined;

  const pollers = createKeyedJobs((key) =>
    startBoardPoller(services, recorder, () => {
      const board = latest?.boards.get(key);
      return latest && board && { board, ...toSettings(latest.site) };
    }),
  );

  const following = startJob("loop boards", services.log, async () => {
    const site = await siteCache.now();
    const boards = listLoopBoards(site);
    await recorder.prepare([...boards.values()].flatMap(({ loops }) => loops.map(({ sensor }) => sensor)));
    latest = { site, boards };
    await pollers.follow(boards.keys());
    return { waitMs: siteIntervalMs };
  });

  const alerting = startJob("stuck loops", services.log, async () => {
    if (latest) await alerts.update(listReadLoops(latest.boards), latest.site.configs.loopStuckMinutes);
    return { waitMs: alertIntervalMs };
  });

  const listReadLoops = (boards: ReadonlyMap<string, LoopBoard>) =>
    [...boards].flatMap(([key, { loops }]) =>
      loops.map((loop) => {
        const state = pollers.get(key)?.stateOf(loop);
        return { sensor: loop.sensor, isOccupied: state?.isOccupied, isStuck: state?.isStuck ?? false };
      }),
    );

  return {
    stop: async () => {
      await Promise.all([following.stop(), alerting.stop()]);
      await pollers.stop();
      await recorder.stop();
    },
  };
}

const minuteMs = 60_000;

function toSettings({ configs }: Site) {
  const { deviceNetworks, loopMinOccupiedMs, loopMinFreeMs, loopStuckMinutes } = configs;
  const stuckAfterMs = loopStuckMinutes * minuteMs;
  return {
    times: { minOccupiedMs: loopMinOccupiedMs, minFreeMs: loopMinFreeMs, stuckAfterMs },
    networks: deviceNetworks,
  };
}
