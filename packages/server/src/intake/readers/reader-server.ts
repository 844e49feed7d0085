import { createServer, isIP, type Server, type Socket } from "node:net";
import type { RfidServer, RfidServerStatus } from "@gatehouse/contract/entities/rfid-server";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { readerDrivers } from "@gatehouse/drivers/readers/registry";
import { deviceNetworks, hostOf } from "../../alert/allowed-address.ts";
import { deviceUrl } from "../../alert/device-address.ts";
import { type NameLookup, systemLookup } from "../../alert/dns-lookup.ts";
import { plainAddress } from "../../platform/http/caller-address.ts";
import type { Services } from "../../platform/services.ts";
import { errorReason } from "../../platform/startup-error.ts";
import type { LinkStates } from "./link-states.ts";
import type { ReaderLink } from "./reader-links.ts";
import { runReaderSession, type SessionEvents } from "./reader-session.ts";
import { createRejectedReaders } from "./rejected-readers.ts";

/** More than the readers of any site; further connections are closed at once. */
const maxConnections = 200;
const retryMs = 2_000;
/** Readers connect again within this time after a restart of the server. */
const maxFirstContactMs = 30_000;

/** What readers that connect to the server are accepted by. */
export interface AcceptSettings {
  readonly links: ReadonlyMap<string, ReaderLink>;
  readonly networks: string;
  /** Null if the RFID server is not configured or its module is off. */
  readonly listen: RfidServer | null;
}

/** Accepts the readers that connect to the server. */
export interface ReaderServer {
  /** Applies the settings. Connections that they do not affect stay open. */
  update(settings: AcceptSettings): void;
  status(): Omit<RfidServerStatus, "port">;
  stop(): Promise<void>;
}

interface Connection {
  readonly address: string;
  readonly since: string;
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

/** Creates the server; `host` is the address to listen on. */
export function createReaderServer(
  { clock, log }: Pick<Services, "clock" | "log">,
  host: string,
  states: LinkStates,
  eventsOf: (key: string) => Pick<SessionEvents, "onTags" | "onWarning">,
): ReaderServer {
  const rejected = createRejectedReaders(clock);
  const connections = new Map<string, Connection>();
  let settings: AcceptSettings | undefined;
  let opened: { readonly server: Server; readonly port: number; failedMs: number | null } | undefined;
  let status = toStatus("off", null);

  function toStatus(state: RfidServerStatus["state"], reason: string | null) {
    return { state, reason, since: clock.now().toISOString() };
  }

  function setStatus(state: RfidServerStatus["state"], reason: string | null): void {
    if (status.state === state && status.reason === reason) return;
    status = toStatus(state, reason);
    if (state === "failed") log.warn(`The RFID server does not listen: ${reason}`);
  }

  function listen(port: number): void {
    const server = createServer((socket) => void accept(socket));
    const own = { server, port, failedMs: null as number | null };
    opened = own;
    server.maxConnections = maxConnections;
    server.on("drop", (data) => rejected.add(plainAddress(data?.remoteAddress), "Too many connections are open."));
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (opened !== own) return;
      own.failedMs = clock.monotonicMs();
      setStatus("failed", describe(error, host, port));
    });
    server.listen({ host, port }, () => {
      if (opened === own) setStatus("listening", null);
    });
  }

  async function accept(socket: Socket): Promise<void> {
    socket.on("error", () => {});
    const address = plainAddress(socket.remoteAddress);
    const reject = (reason: string) => {
      if (address !== "") rejected.add(address, reason);
      socket.destroy();
    };
    const current = settings;
    if (!current || address === "") return void socket.destroy();
    const networks = deviceNetworks(current.networks);
    if (!networks.isAllowed(address)) return reject(`${address} ${networks.rejection}`);
    const identified = await identifyReader(current.links, address, systemLookup).catch(() => undefined);
    if (!identified) return reject("The names of the readers could not be looked up.");
    if ("rejection" in identified) return reject(identified.rejection);
    // It may have changed during the lookup.
    const link = settings?.links.get(identified.key);
    if (!link || !settings?.listen || socket.destroyed) return void socket.destroy();
    rejected.remove(address);
    run(identified.key, link, socket, address);
  }

  function run(key: string, { driver }: ReaderLink, socket: Socket, address: string): void {
    // A reader that lost its connection opens a new one before the old one has timed out.
    connections.get(key)?.ending.abort();
    const ending = new AbortController();
    if (states.get(key)?.state !== "online") states.set(key, "unknown", "Connecting.");
    const events = { ...eventsOf(key), onOnline: () => states.set(key, "online", null) };
    const ended = runReaderSession(socket, driver, { clock, events, signal: ending.signal }).then((reason) => {
      if (connections.get(key)?.ending !== ending) return;
      connections.delete(key);
      states.set(key, "offline", reason);
    });
    connections.set(key, { address, since: clock.now().toISOString(), ending, ended });
  }

  function close(): void {
    opened?.server.close();
    opened = undefined;
    for (const { ending } of connections.values()) ending.abort();
  }

  /** Follows the settings: listens, retries, or closes. */
  function follow({ listen: wanted }: AcceptSettings): void {
    if (!wanted || opened?.port !== wanted.port) close();
    if (!wanted) return void setStatus("off", null);
    if (!findDriver(readerDrivers, wanted.drv)) {
      close();
      return void setStatus("failed", `There is no driver "${wanted.drv}".`);
    }
    const isRetryDue = opened && opened.failedMs !== null && clock.monotonicMs() - opened.failedMs >= retryMs;
    if (isRetryDue) opened = undefined;
    if (!opened) listen(wanted.port);
  }

  function updateStates({ links, listen: wanted }: AcceptSettings): void {
    for (const [key, { port }] of links) {
      if (port !== null || connections.has(key)) continue;
      const state = states.get(key);
      const isLate = state && clock.monotonicMs() - state.sinceMs >= maxFirstContactMs;
      if (status.state === "failed") states.set(key, "offline", `The RFID server does not listen: ${status.reason}`);
      else if (!state) states.set(key, "unknown", "Waiting for the reader to connect.");
      else if (state.state === "unknown" && isLate)
        states.set(key, "offline", `The reader has not connected to port ${wanted?.port}.`);
    }
  }

  return {
    update: (next) => {
      settings = next;
      follow(next);
      const networks = deviceNetworks(next.networks);
      for (const [key, { address, ending }] of connections)
        if (!next.links.has(key) || !networks.isAllowed(address)) ending.abort();
      updateStates(next);
    },
    status: () => ({
      ...status,
      connected: [...connections].map(([key, { address, since }]) => ({
        address,
        since,
        readers: settings?.links.get(key)?.readers.map(({ name }) => name) ?? [],
      })),
      rejected: rejected.list(),
    }),
    stop: async () => {
      settings = undefined;
      close();
      await Promise.all([...connections.values()].map(({ ended }) => ended));
    },
  };
}

function describe(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is in use by another program.`;
  if (error.code === "EACCES") return `This server may not listen on port ${port}. Choose a port above 1023.`;
  return `Can't listen on ${host}:${port} (${errorReason(error)}).`;
}

/** The connection that a connecting reader belongs to, or why it is rejected. */
type Identified = { readonly key: string } | { readonly rejection: string };

/** Identifies a reader that connected to the server by its address. */
async function identifyReader(
  links: ReadonlyMap<string, ReaderLink>,
  address: string,
  lookup: NameLookup,
): Promise<Identified> {
  let rejection = "No reader with this address is configured.";
  for (const [key, { host, port, readers }] of links) {
    if (!(await hasAddress(host, address, lookup))) continue;
    if (port === null) return { key };
    const names = readers.map(({ name }) => `"${name}"`).join(", ");
    rejection = `The server connects to ${names} on port ${port}. A reader that connects itself has no port and the driver of the RFID server.`;
  }
  return { rejection };
}

async function hasAddress(host: string, address: string, lookup: NameLookup): Promise<boolean> {
  const own = normalize(host);
  const addresses = isIP(own) === 0 ? await lookup(host) : [own];
  return addresses.some((one) => normalize(one) === normalize(address));
}

/** One spelling of an IPv6 address. */
function normalize(host: string): string {
  const url = deviceUrl(host);
  return url ? hostOf(url) : host;
}
