import { reconnectDelayMs } from "@gatehouse/drivers/readers/reconnect";
import { deviceNetworks } from "../../alert/allowed-address.ts";
import { openDeviceSocket } from "../../alert/device-socket.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { plainAddress } from "../../platform/http/caller-address.ts";
import type { Services } from "../../platform/services.ts";
import type { LinkState } from "./link-states.ts";
import type { ReaderLink } from "./reader-links.ts";
import { runReaderSession, type SessionEvents } from "./reader-session.ts";

const connectMs = 2_000;
const idleMs = 250;

/** A connection to a reader and the networks that it may be in. */
export interface ClientSettings {
  readonly link: ReaderLink;
  readonly networks: string;
}

/** Keeps the connection to one reader. */
export interface ReaderClient extends BackgroundJob {
  /** Applies changed networks: closes a connection that is no longer allowed, or tries again at once. */
  update(): void;
}

/** Connects to a reader, runs the protocol and reconnects with back-off. */
export function startReaderClient(
  { clock, log }: Pick<Services, "clock" | "log">,
  /** As currently configured; undefined once the connection has no readers. */
  settings: () => ClientSettings | undefined,
  setState: (state: LinkState["state"], reason: string | null) => void,
  events: Pick<SessionEvents, "onTags" | "onWarning">,
): ReaderClient {
  const stopping = new AbortController();
  let ending = new AbortController();
  let address: string | undefined;
  let checkedNetworks: string | undefined;
  let failures = 0;
  let wake = () => {};
  setState("unknown", "Connecting.");

  const job = startJob("RFID reader", log, async () => {
    const current = settings();
    if (!current || current.link.port === null) return { waitMs: idleMs };
    const reason = await connectOnce(current.link, current.link.port, current.networks);
    if (stopping.signal.aborted || ending.signal.aborted) return { waitMs: 0 };
    const { host, port } = current.link;
    if (failures === 0) log.warn(`The reader ${host}:${port} is offline: ${reason}`);
    setState("offline", reason);
    failures += 1;
    await pause(reconnectDelayMs(failures, Math.random()));
    return { waitMs: 0 };
  });

  /** Resolves with the reason when there is no connection or it has ended. */
  async function connectOnce({ host, driver }: ReaderLink, port: number, networks: string): Promise<string> {
    checkedNetworks = networks;
    ending = new AbortController();
    const opened = await openDeviceSocket({ host, port }, { networks, connectMs, signal: stopping.signal });
    if (!opened.ok) return opened.detail;
    address = plainAddress(opened.socket.remoteAddress);
    const onOnline = () => {
      if (failures > 0) log.info(`The reader ${host}:${port} is online again.`);
      failures = 0;
      setState("online", null);
    };
    const signal = AbortSignal.any([stopping.signal, ending.signal]);
    const reason = await runReaderSession(opened.socket, driver, clock, { ...events, onOnline }, signal);
    address = undefined;
    return reason;
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopping.signal.aborted) wake();
    });

  return {
    update: () => {
      const networks = settings()?.networks;
      if (networks === undefined || networks === checkedNetworks) return;
      if (address === undefined) return wake();
      checkedNetworks = networks;
      if (!deviceNetworks(networks).isAllowed(address)) ending.abort();
    },
    stop: async () => {
      const stopped = job.stop();
      stopping.abort();
      wake();
      await stopped;
    },
  };
}
