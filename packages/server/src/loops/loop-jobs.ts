import type { BarrierPositions } from "../hardware-status/barrier-positions.ts";
import type { HardwareRegistry } from "../hardware-status/hardware-registry.ts";
import { createLoopStateRecorder, type LoopStates } from "../hardware-status/loop-states.ts";
import { listBoards, type SiteBoard } from "../hardware-status/site-boards.ts";
import type { Ingest } from "../ingest/ingest.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { createKeyedJobs } from "../platform/keyed-jobs.ts";
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import { startBoardPoller } from "./board-poller.ts";
import { toInputStatuses, toPositions } from "./input-states.ts";
import { type LoopBoard, listLoopBoards } from "./loop-boards.ts";
import { createStuckLoopAlerts } from "./stuck-loop-alerts.ts";
import { createVehicleRecorder } from "./vehicle-recorder.ts";

interface LatestSite {
  readonly site: Site;
  readonly boards: ReadonlyMap<string, LoopBoard>;
  readonly siteBoards: ReadonlyMap<string, SiteBoard>;
}

/** Where states are reported. */
interface HardwareState {
  readonly registry: HardwareRegistry;
  readonly positions: BarrierPositions;
}

const siteIntervalMs = 250;
const alertIntervalMs = 1_000;
const positionIntervalMs = 50;
const loopStateIntervalMs = 100;

/**
 * LIVE-3, LIVE-10: reads the loop detectors and position contacts of every board, stores the vehicles that loops count,
 * raises alerts for stuck loops, and reports the states of loops, input boards and barriers.
 */
export function startLoops(
  services: Services,
  { siteCache, ingest, hardwareState }: { siteCache: SiteCache; ingest: Ingest; hardwareState?: HardwareState },
): BackgroundJob {
  const recorder = createVehicleRecorder(services, ingest);
  const alerts = createStuckLoopAlerts(services);
  const reporter = hardwareState?.registry.add();
  // Pollers use the latest loaded site, so a slow database does not delay readings.
  let latest: LatestSite | undefined;

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
    if (latest?.site !== site) latest = { site, boards, siteBoards: listBoards(site) };
    await pollers.follow(boards.keys());
    return { waitMs: siteIntervalMs };
  });

  const alerting = startJob("stuck loops", services.log, async () => {
    if (latest) await alerts.update(listReadLoops(latest.boards), latest.site.configs.loopStuckMinutes);
    return { waitMs: alertIntervalMs };
  });

  const loopStates = createLoopStateRecorder(services);
  const recording = startJob("loop states", services.log, async () => {
    if (latest) await loopStates.save(toLoopStates(latest.boards));
    return { waitMs: loopStateIntervalMs };
  });

  /** Without the loops of boards that don't reply. */
  const toLoopStates = (boards: ReadonlyMap<string, LoopBoard>): LoopStates =>
    new Map(
      [...boards].flatMap(([key, { loops }]) => {
        const poller = pollers.get(key);
        return loops.flatMap((loop) => {
          const isOccupied = poller?.stateOf(loop)?.isOccupied ?? null;
          const isRead = poller?.inputOf(loop.channel) !== undefined;
          return isOccupied !== null && isRead ? [[loop.sensor.id, isOccupied] as const] : [];
        });
      }),
    );

  const listReadLoops = (boards: ReadonlyMap<string, LoopBoard>) =>
    [...boards].flatMap(([key, { loops }]) =>
      loops.map((loop) => {
        const state = pollers.get(key)?.stateOf(loop);
        return { sensor: loop.sensor, isOccupied: state?.isOccupied, isStuck: state?.isStuck ?? false };
      }),
    );

  const reporting = startJob("input states", services.log, async () => {
    if (latest) {
      hardwareState?.positions.report(toPositions(latest.boards, (key) => pollers.get(key)));
      reporter?.report(toInputStatuses(latest.siteBoards, latest.boards, (key) => pollers.get(key)));
    }
    return { waitMs: positionIntervalMs };
  });

  return {
    stop: async () => {
      await Promise.all([following.stop(), alerting.stop(), reporting.stop(), recording.stop()]);
      reporter?.close();
      await hardwareState?.positions.settled();
      hardwareState?.positions.clear();
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
