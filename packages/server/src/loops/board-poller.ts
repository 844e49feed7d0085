import {
  addReading,
  type DetectorState,
  type DetectorTimes,
  unknownLoop,
} from "@gatehouse/engine/loop-detector/loop-detector";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Services } from "../platform/services.ts";
import { createBoardConnection } from "./board-connection.ts";
import type { Loop, LoopBoard } from "./loop-boards.ts";
import type { VehicleRecorder } from "./vehicle-recorder.ts";

const pollIntervalMs = 50;
const firstRetryMs = 250;
const maxRetryMs = 5_000;

/** A board and the settings that apply to it. */
export interface BoardSettings {
  readonly board: LoopBoard;
  readonly times: DetectorTimes;
  /** The networks that devices may be in. */
  readonly networks: string;
}

/** Polls the loops of one board. */
export interface BoardPoller extends BackgroundJob {
  /** The state of a loop of this board; undefined if it was not read yet. */
  stateOf(loop: Loop): DetectorState | undefined;
}

const keyOf = ({ sensor, channel }: Loop) => `${sensor.id} ${channel}`;

/** LIVE-3: reads a board every 50 ms over one connection; a board that does not reply is retried with back-off. */
export function startBoardPoller(
  { clock, log }: Services,
  recorder: VehicleRecorder,
  /** As currently configured; undefined once the board has no loops. */
  settings: () => BoardSettings | undefined,
): BoardPoller {
  const connection = createBoardConnection(() => settings()?.networks ?? "");
  let isStopped = false;
  let states = new Map<string, DetectorState>();
  let failures = 0;
  let refusals = "";

  const job = startJob("loop detectors", log, async () => {
    const startedMs = clock.monotonicMs();
    const current = settings();
    if (!current) return { waitMs: pollIntervalMs };
    const { board, times } = current;
    const channels = board.loops.map(({ channel }) => channel);
    const reading = await board.driver.read(board, channels, connection.tcp);
    if (isStopped) return { waitMs: 0 };
    if (!reading.ok) return { waitMs: reportFailure(board, reading.detail) };
    reportReply(board, reading.refused);
    addReadings(board, reading.isOccupied, times);
    return { waitMs: Math.max(0, pollIntervalMs - (clock.monotonicMs() - startedMs)) };
  });

  function addReadings({ loops }: LoopBoard, isOccupied: ReadonlyMap<number, boolean>, times: DetectorTimes): void {
    const atMs = clock.monotonicMs();
    const next = new Map<string, DetectorState>();
    for (const loop of loops) {
      const before = states.get(keyOf(loop)) ?? unknownLoop;
      const read = isOccupied.get(loop.channel);
      const { state, isNewVehicle } =
        read === undefined
          ? { state: before, isNewVehicle: false }
          : addReading(before, { atMs, isOccupied: read }, times);
      next.set(keyOf(loop), state);
      if (isNewVehicle) recorder.add(loop.sensor);
    }
    states = next;
  }

  /** Logs the first of several failures; returns the time until the next attempt. */
  function reportFailure({ host, port }: LoopBoard, detail: string): number {
    if (failures === 0) log.warn(`The loop board ${host}:${port} does not reply: ${detail}`);
    failures += 1;
    return Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
  }

  function reportReply({ host, port }: LoopBoard, refused: ReadonlyMap<number, string>): void {
    if (failures > 0) log.info(`The loop board ${host}:${port} replies again.`);
    failures = 0;
    const now = [...refused].map(([channel, detail]) => `channel ${channel}: ${detail}`).join(" ");
    if (now !== refusals && now !== "") log.warn(`The loop board ${host}:${port} can't read ${now}`);
    refusals = now;
  }

  return {
    stateOf: (loop) => states.get(keyOf(loop)),
    stop: async () => {
      isStopped = true;
      const stopped = job.stop();
      connection.close();
      await stopped;
    },
  };
}
