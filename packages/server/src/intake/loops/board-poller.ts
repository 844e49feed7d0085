import type { Socket } from "node:net";
import type { HardwareState } from "@gatehouse/contract/hardware-status";
import type { TcpResult, TcpTransport } from "@gatehouse/drivers/hardware-transport";
import {
  addReading,
  type DetectorState,
  type DetectorTimes,
  unknownLoop,
} from "@gatehouse/engine/loop-detector/loop-detector";
import { connectionClosed, type OpenedSocket, openDeviceSocket } from "../../alert/device-socket.ts";
import { type NameLookup, systemLookup } from "../../alert/dns-lookup.ts";
import { noReplyWithin } from "../../alert/http-errors.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import type { Loop, LoopBoard } from "./loop-boards.ts";
import type { VehicleRecorder } from "./vehicle-recorder.ts";

/** Time limits of a connection. */
interface ConnectionLimits {
  readonly connectMs: number;
  readonly replyMs: number;
}

const defaultLimits: ConnectionLimits = { connectMs: 1_000, replyMs: 1_000 };
const maxReplyBytes = 4_096;

/** A connection to one board that stays open between requests, which are sent one at a time. */
interface BoardConnection {
  readonly tcp: TcpTransport;
  /** Closes the connection and ends a running request. */
  close(): void;
}

/**
 * Connects at the first request and again after a failure. Only addresses inside the site's networks are reached; when
 * the list of networks changes, the address is checked again.
 */
function createBoardConnection(
  networks: () => string,
  lookup: NameLookup = systemLookup,
  limits: ConnectionLimits = defaultLimits,
): BoardConnection {
  let socket: Socket | undefined;
  let checkedNetworks = "";
  const closing = new AbortController();

  function drop(): void {
    socket?.destroy();
    socket = undefined;
  }

  async function open(host: string, port: number): Promise<OpenedSocket> {
    checkedNetworks = networks();
    const { signal } = closing;
    const opened = await openDeviceSocket(
      { host, port },
      { networks: checkedNetworks, connectMs: limits.connectMs, signal, lookup },
    );
    if (!opened.ok) return opened;
    socket = opened.socket;
    opened.socket.on("close", () => {
      if (socket === opened.socket) socket = undefined;
    });
    return opened;
  }

  return {
    tcp: async ({ host, port, bytes, isWhole }) => {
      if (closing.signal.aborted) return connectionClosed;
      if (socket && checkedNetworks !== networks()) drop();
      const opened = socket ? ({ ok: true, socket } as const) : await open(host, port);
      const result = opened.ok ? await exchange(opened.socket, bytes, isWhole, limits.replyMs) : opened;
      // A late reply must not be read as the reply to the next request.
      if (!result.ok) drop();
      return result;
    },
    close: () => {
      closing.abort();
      drop();
    },
  };
}

function exchange(
  socket: Socket,
  bytes: Uint8Array,
  isWhole: ((received: Uint8Array) => boolean) | undefined,
  timeoutMs: number,
): Promise<TcpResult> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => fail(noReplyWithin(timeoutMs).detail), timeoutMs);
    function end(result: TcpResult): void {
      clearTimeout(timer);
      socket.off("data", onData).off("close", onClose);
      resolve(result);
    }
    const fail = (detail: string) => end({ ok: false, isSent: true, detail });
    const onClose = () => fail(connectionClosed.detail);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > maxReplyBytes) fail("The reply is too long.");
      else if (isWhole?.(received)) end({ ok: true, received });
    };
    socket.on("data", onData).on("close", onClose);
    socket.write(bytes, () => {
      if (!isWhole) end({ ok: true, received });
    });
  });
}

const pollIntervalMs = 50;
/** Contacts without loops need no more. */
const contactIntervalMs = 100;
/** One lost reply does not make a board offline. */
const failuresUntilOffline = 2;
const firstRetryMs = 250;
const maxRetryMs = 5_000;

/** A board and the settings that apply to it. */
export interface BoardSettings {
  readonly board: LoopBoard;
  readonly times: DetectorTimes;
  /** The networks that devices may be in. */
  readonly networks: string;
}

/** Polls the loops and contacts of one board. */
export interface BoardPoller extends BackgroundJob {
  /** The state of a loop of this board; undefined if it was not read yet. */
  stateOf(loop: Loop): DetectorState | undefined;
  /** Whether an input is set; undefined while it can't be read. */
  inputOf(channel: number): boolean | undefined;
  /** Why the board refused to read an input. */
  refusalOf(channel: number): string | undefined;
  /** Whether the board replies; the state is unknown until the first reading. */
  status(): { readonly state: HardwareState; readonly reason: string | null };
}

const keyOf = ({ sensor, channel }: Loop) => `${sensor.id} ${channel}`;

const listChannels = ({ loops, contacts }: LoopBoard): number[] => [
  ...loops.map(({ channel }) => channel),
  ...contacts.flatMap(({ open, closed }) => [open, closed]).filter((channel) => channel !== null),
];

/** Reads a board every 50 ms over one connection; a board that does not reply is retried with back-off. */
export function startBoardPoller(
  { clock, log }: Services,
  recorder: VehicleRecorder,
  /** As currently configured; undefined once the board has no loops. */
  settings: () => BoardSettings | undefined,
): BoardPoller {
  const connection = createBoardConnection(() => settings()?.networks ?? "");
  let isStopped = false;
  let states = new Map<string, DetectorState>();
  let inputs: ReadonlyMap<number, boolean> = new Map();
  let rejected: ReadonlyMap<number, string> = new Map();
  let isRead = false;
  let failures = 0;
  let error = "";
  let errors = "";

  const job = startJob("loop detectors", log, async () => {
    const startedMs = clock.monotonicMs();
    const current = settings();
    if (!current) return { waitMs: pollIntervalMs };
    const { board, times } = current;
    const channels = listChannels(board);
    const intervalMs = board.loops.length > 0 ? pollIntervalMs : contactIntervalMs;
    const reading = await board.driver.read(board, channels, connection.tcp);
    if (isStopped) return { waitMs: 0 };
    if (!reading.ok) return { waitMs: reportError(board, reading.detail) };
    reportReply(board, reading.refused);
    isRead = true;
    inputs = reading.isOccupied;
    rejected = reading.refused;
    addReadings(board, reading.isOccupied, times);
    return { waitMs: Math.max(0, intervalMs - (clock.monotonicMs() - startedMs)) };
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

  const isOffline = () => failures >= failuresUntilOffline;

  /** Logs the first of several failures; returns the time until the next attempt. */
  function reportError({ host, port }: LoopBoard, detail: string): number {
    if (failures === 0) log.warn(`The loop board ${host}:${port} does not reply: ${detail}`);
    failures += 1;
    error = detail;
    if (isOffline()) inputs = new Map();
    return Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
  }

  function reportReply({ host, port }: LoopBoard, refused: ReadonlyMap<number, string>): void {
    if (failures > 0) log.info(`The loop board ${host}:${port} replies again.`);
    failures = 0;
    const now = [...refused].map(([channel, detail]) => `channel ${channel}: ${detail}`).join(" ");
    if (now !== errors && now !== "") log.warn(`The loop board ${host}:${port} can't read ${now}`);
    errors = now;
  }

  return {
    stateOf: (loop) => states.get(keyOf(loop)),
    inputOf: (channel) => inputs.get(channel),
    refusalOf: (channel) => rejected.get(channel),
    status: () => {
      if (isOffline()) return { state: "offline", reason: error };
      return { state: isRead ? "online" : "unknown", reason: null };
    },
    stop: async () => {
      isStopped = true;
      const stopped = job.stop();
      connection.close();
      await stopped;
    },
  };
}
