import { parseAntenna } from "@gatehouse/drivers/antenna";
import type { TagDetection } from "@gatehouse/drivers/readers/reader";
import { reconnectDelayMs } from "@gatehouse/drivers/readers/reader";
import { addTagRead, noTags, type TagPresences } from "@gatehouse/engine/tag-presence/tag-presence";
import { deviceNetworks } from "../../alert/allowed-address.ts";
import { openDeviceSocket } from "../../alert/device-socket.ts";
import type { Site, SiteCache } from "../../gate/site-cache.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { plainAddress } from "../../platform/http/caller-address.ts";
import { createKeyedJobs } from "../../platform/keyed-jobs.ts";
import type { Services } from "../../platform/services.ts";
import type { Ingest } from "../ingest/ingest.ts";
import { createSensorRecorder, type SensorRecorder } from "../ingest/sensor-recorder.ts";
import { createLinkStates, type LinkState } from "./link-states.ts";
import { createReaderAlerts, type DrivenReader } from "./reader-alerts.ts";
import { findReaders, listReaderLinks, type ReaderLink } from "./reader-links.ts";
import { createReaderServer } from "./reader-server.ts";
import type { SessionEvents } from "./reader-session.ts";
import { runReaderSession } from "./reader-session.ts";
import { saveReaderStatus } from "./reader-status.store.ts";

const connectMs = 2_000;
const idleMs = 250;

/** A connection to a reader and the networks that it may be in. */
interface ClientSettings {
  readonly link: ReaderLink;
  readonly networks: string;
}

/** Keeps the connection to one reader. */
interface ReaderClient extends BackgroundJob {
  /** Applies changed networks: closes a connection that is no longer allowed, or tries again at once. */
  update(): void;
}

/** Connects to a reader, runs the protocol and reconnects with back-off. */
function startReaderClient(
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
    const reason = await runReaderSession(opened.socket, driver, { clock, events: { ...events, onOnline }, signal });
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

const siteIntervalMs = 250;
const statusIntervalMs = 250;
const alertIntervalMs = 1_000;
const secondMs = 1_000;

/** The parts that the jobs of readers use. */
export interface ReaderJobParts {
  readonly siteCache: SiteCache;
  readonly ingest: Ingest;
  /** The address to listen on for readers that connect to the server. */
  readonly host: string;
}

/** Connects to readers, accepts those that connect, stores their tags and reports their states. */
export function startReaders(services: Services, { siteCache, ingest, host }: ReaderJobParts): BackgroundJob {
  const { clock, db, log } = services;
  const recorder = createSensorRecorder(services, ingest);
  const feed = createTagFeed(services, recorder);
  const states = createLinkStates(clock);
  const alerts = createReaderAlerts(services);
  // Connections use the latest loaded site, so a slow database does not delay tags.
  let latest: { readonly site: Site; readonly links: ReadonlyMap<string, ReaderLink> } | undefined;
  let saved = "";

  const eventsOf = (key: string): Pick<SessionEvents, "onTags" | "onWarning"> => ({
    onTags: (detections) => {
      const link = latest?.links.get(key);
      if (latest && link) feed.add(link, detections, latest.site.configs.passageSeconds * secondMs);
    },
    onWarning: (warning) => log.warn({ reader: latest?.links.get(key)?.host }, warning),
  });
  const clients = createKeyedJobs((key) =>
    startReaderClient(
      services,
      () => {
        const link = latest?.links.get(key);
        return latest && link && { link, networks: latest.site.configs.deviceNetworks };
      },
      (state, reason) => states.set(key, state, reason),
      eventsOf(key),
    ),
  );
  const server = createReaderServer(services, host, states, eventsOf);

  const following = startJob("RFID readers", log, async () => {
    const site = await siteCache.now();
    const links = listReaderLinks(site);
    latest = { site, links };
    const outgoing = [...links].filter(([, { port }]) => port !== null).map(([key]) => key);
    await clients.follow(outgoing);
    for (const key of outgoing) clients.get(key)?.update();
    const listen = site.modules.RFID_ACCESS_CONTROL ? site.rfidServer : null;
    server.update({ links, networks: site.configs.deviceNetworks, listen });
    states.keep(new Set(links.keys()));
    return { waitMs: siteIntervalMs };
  });

  const reporting = startJob("states of RFID readers", log, async () => {
    if (!latest) return { waitMs: statusIntervalMs };
    const { site, links } = latest;
    const readers = listDrivenReaders(links);
    const rows = readers.map(({ reader, state: { state, reason, since } }) => {
      return { sensorId: reader.id, state, reason, since };
    });
    const status = { ...server.status(), port: site.rfidServer?.port ?? null };
    const next = JSON.stringify([rows, status]);
    if (next !== saved) await saveReaderStatus(db, rows, status);
    saved = next;
    return { waitMs: statusIntervalMs };
  });

  const alerting = startJob("alerts of RFID readers", log, async () => {
    if (latest) await alerts.update(latest.site, listDrivenReaders(latest.links));
    return { waitMs: alertIntervalMs };
  });

  const listDrivenReaders = (links: ReadonlyMap<string, ReaderLink>): DrivenReader[] =>
    [...links].flatMap(([key, { readers }]) => {
      const state = states.get(key);
      return state ? readers.map((reader) => ({ reader, state })) : [];
    });

  return {
    stop: async () => {
      await Promise.all([following.stop(), reporting.stop(), alerting.stop()]);
      await Promise.all([clients.stop(), server.stop()]);
      await recorder.stop();
    },
  };
}

/** Passes the tags of readers on to ingest. */
interface TagFeed {
  add(link: ReaderLink, detections: readonly TagDetection[], passageMs: number): void;
}

/** Creates a feed. The tags in the field are remembered per reader, also while it reconnects. */
function createTagFeed({ clock, log }: Pick<Services, "clock" | "log">, recorder: SensorRecorder): TagFeed {
  const tagsOf = new Map<number, TagPresences>();

  return {
    add: (link, detections, passageMs) => {
      for (const detection of detections) {
        const readers = findReaders(link, parseAntenna(detection.source));
        if (readers.length === 0) log.warn({ host: link.host, source: detection.source }, "no reader has this antenna");
        for (const reader of readers) {
          const read = { tag: detection.tag, atMs: clock.monotonicMs() };
          const { tags, isPassedOn } = addTagRead(tagsOf.get(reader.id) ?? noTags, read, passageMs);
          tagsOf.set(reader.id, tags);
          // With its time, a read that could not be stored at once does not count as new when it is retried.
          if (isPassedOn) recorder.add(reader, { ...detection, at: detection.at ?? clock.now() });
        }
      }
    },
  };
}
