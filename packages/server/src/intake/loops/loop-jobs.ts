import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { type ArmPosition, toArmPosition } from "@gatehouse/contract/hardware-status";
import { createConditionAlerts } from "../../alert/condition-alerts.ts";
import type { BarrierPositions } from "../../gate/barrier-positions.ts";
import type { HardwareRegistry } from "../../gate/hardware-registry.ts";
import { createLoopStateRecorder, type LoopStates } from "../../gate/loop-states.ts";
import type { ReportedStatus } from "../../gate/reported-status.ts";
import { listBoards, type SiteBoard } from "../../gate/site-boards.ts";
import type { Site, SiteCache, SiteSensor } from "../../gate/site-cache.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { createKeyedJobs } from "../../platform/keyed-jobs.ts";
import type { Services } from "../../platform/services.ts";
import type { Ingest } from "../ingest/ingest.ts";
import { type BoardPoller, startBoardPoller } from "./board-poller.ts";
import { type Loop, type LoopBoard, listLoopBoards } from "./loop-boards.ts";
import { createVehicleRecorder } from "./vehicle-recorder.ts";

type PollerOf = (key: string) => BoardPoller | undefined;
type Boards = ReadonlyMap<string, LoopBoard>;

const unread = { state: "unknown", reason: null } as const;

/** The positions of the barriers with contacts. */
function toPositions(boards: Boards, pollerOf: PollerOf): ReadonlyMap<number, ArmPosition> {
  const positions = new Map<number, ArmPosition>();
  for (const [key, { contacts }] of boards) {
    const poller = pollerOf(key);
    for (const { barrierId, open, closed } of contacts) {
      const inputs = [open, closed].map((channel) => (channel === null ? undefined : poller?.inputOf(channel)));
      const isRead = (channel: number | null, input: boolean | undefined) => channel === null || input !== undefined;
      const areRead = isRead(open, inputs[0]) && isRead(closed, inputs[1]);
      positions.set(barrierId, areRead ? toArmPosition({ open: inputs[0], closed: inputs[1] }) : "unknown");
    }
  }
  return positions;
}

/** The states of loops, and of boards that have inputs only. */
function toInputStatuses(
  siteBoards: ReadonlyMap<string, SiteBoard>,
  boards: Boards,
  pollerOf: PollerOf,
): ReportedStatus[] {
  return [...boards].flatMap(([key, board]) => {
    const poller = pollerOf(key);
    const status = poller?.status() ?? unread;
    const siteBoard = siteBoards.get(board.id);
    const ownBoard: ReportedStatus[] =
      siteBoard && siteBoard.relays.size === 0
        ? [{ kind: "board", id: board.id, name: siteBoard.name, ...status, alert: siteBoard.alert }]
        : [];
    return [...ownBoard, ...board.loops.map((loop) => toLoopStatus(loop, status, poller?.refusalOf(loop.channel)))];
  });
}

/** The alert of the board covers a board that does not reply. */
function toLoopStatus(
  { sensor: { id, name } }: Loop,
  status: Pick<ReportedStatus, "state" | "reason">,
  error: string | undefined,
): ReportedStatus {
  const base = { kind: "loop", id: String(id), name } as const;
  if (status.state !== "online" || error === undefined) return { ...base, ...status, alert: null };
  const alert = { scope: alertScopeOf.LOOP_DETECTOR, gates: [], devices: [] };
  return { ...base, state: "offline", reason: error, alert };
}

/** A loop that the server reads; `isOccupied` is null or undefined until its state is known. */
interface ReadLoop {
  readonly sensor: SiteSensor;
  readonly isOccupied: boolean | null | undefined;
  readonly isStuck: boolean;
}

/** Raises and resolves the alerts of stuck loops. */
interface StuckLoopAlerts {
  update(loops: readonly ReadLoop[], stuckMinutes: number): Promise<void>;
}

const type = "LOOP_STUCK";
const subjectOf = ({ sensor }: ReadLoop) => `sensor ${sensor.id}`;

/** An alert is open while its loop is stuck; it is resolved when the loop is free or no longer read. */
function createStuckLoopAlerts(services: Pick<Services, "db" | "clock">): StuckLoopAlerts {
  const alerts = createConditionAlerts(services, type);
  return {
    update: async (loops, stuckMinutes) => {
      const occupied = new Set(loops.filter(({ isOccupied }) => isOccupied !== false).map(subjectOf));
      const causes = loops.filter(({ isStuck }) => isStuck).map((loop) => toCause(loop, stuckMinutes));
      await alerts.update({ causes, isKept: (subject) => occupied.has(subject) });
    },
  };
}

const toCause = (loop: ReadLoop, stuckMinutes: number): AlertCause => ({
  type,
  scope: alertScopeOf.LOOP_DETECTOR,
  subject: subjectOf(loop),
  title: "Loop permanently occupied",
  description: `"${loop.sensor.name}" has been occupied for ${formatMinutes(stuckMinutes)} and counts no vehicles.`,
  additionalInfo: { sensorId: loop.sensor.id },
});

const formatMinutes = (minutes: number) => (minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes} min`);

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
 * Reads the loop detectors and position contacts of every board, and stores the vehicles that loops count. Raises
 * alerts for stuck loops, and reports the states of loops, input boards and barriers.
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
