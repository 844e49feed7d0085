import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type HttpFault, respondWithFault } from "../network/http-fault.ts";
import { listenOnLoopback } from "../network/loopback.ts";

/** A resident's vehicle in MyGate. */
interface MygateVehicle {
  readonly refId: string;
  plate: string;
  display: string;
  changedAt: number;
}

/** MyGate's directory of vehicles, with the time of each change. */
interface MygateDirectory {
  vehicles(): readonly MygateVehicle[];
  add(plate: string, display: string): MygateVehicle;
  /** Removes a vehicle; false if there is none with this id. */
  remove(refId: string): boolean;
  /** Response of the sync API to `?timestamp&page`. */
  toSyncPage(url: URL): unknown;
  reset(): void;
}

const pageSize = 20;
const residentCount = 45;

/** Creates a directory with more residents than fit on one page. */
function createMygateDirectory(): MygateDirectory {
  let vehicles = new Map<string, MygateVehicle>();
  let removedAt = new Map<string, number>();
  // Every change has its own timestamp, so a sync never misses one of two changes in the same second.
  let timestamp = 1_700_000_000;

  const add = (plate: string, display: string): MygateVehicle => {
    timestamp += 1;
    const vehicle = { refId: `mg-${timestamp}`, plate, display, changedAt: timestamp };
    vehicles.set(vehicle.refId, vehicle);
    return vehicle;
  };

  const reset = () => {
    vehicles = new Map();
    removedAt = new Map();
    for (let flat = 1; flat <= residentCount; flat += 1) {
      const number = String(1000 + flat * 37).padStart(4, "0");
      add(`MH 14 ${toLetters(flat)} ${number}`, `Flat ${100 + flat}`);
    }
  };
  reset();

  return {
    vehicles: () => [...vehicles.values()],
    add,
    remove: (refId) => {
      timestamp += 1;
      removedAt.set(refId, timestamp);
      return vehicles.delete(refId);
    },
    toSyncPage: (url) => {
      const since = Number(url.searchParams.get("timestamp"));
      const page = Number(url.searchParams.get("page"));
      const changed = [...vehicles.values()].filter(({ changedAt }) => changedAt > since);
      const items = changed.slice((page - 1) * pageSize, page * pageSize).map(toItem);
      const deleted = since === 0 ? [] : [...removedAt].filter(([, at]) => at > since).map(([refId]) => refId);
      const next = new URL(url);
      next.searchParams.set("page", String(page + 1));
      return {
        timestamp,
        ...(since === 0 ? { all: items } : { upserted: items, deleted: page === 1 ? deleted : [] }),
        success: true,
        _links: page * pageSize < changed.length ? { next: { href: next.href } } : {},
      };
    },
    reset,
  };
}

const toItem = ({ refId, plate, display }: MygateVehicle) => ({
  access_entity_type: "VEHICLE",
  access_uuid_type: "LPN",
  access_ref_id: refId,
  access_uuid: plate,
  access_display: display,
});

const toLetters = (n: number) => String.fromCharCode(65 + (n % 24), 65 + ((n * 7) % 24));

/** API key of the simulated MyGate. */
export const mygateApiKey = "mygate-demo-key";

export interface ReceivedMessage {
  readonly at: Date;
  readonly body: Record<string, unknown>;
}

/** The external systems: MyGate, and the cloud to which variables are published. */
export interface ExternalSystems {
  readonly port: number;
  readonly mygate: MygateDirectory;
  /** Notifications that MyGate received, newest last. */
  readonly notices: readonly ReceivedMessage[];
  /** Variables that the cloud received, newest last. */
  readonly published: readonly ReceivedMessage[];
  fault(): HttpFault;
  setFault(fault: HttpFault): void;
  reset(): void;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, url: URL) => Promise<unknown>;

const maxLogEntries = 100;

/** Starts the external systems on one port: `/mygate/sync`, `/mygate/notify` and `/cloud/variables`. */
export async function startExternalSystems(requestedPort: number): Promise<ExternalSystems> {
  const mygate = createMygateDirectory();
  const notices: ReceivedMessage[] = [];
  const published: ReceivedMessage[] = [];
  let fault: HttpFault = "normal";

  const appendToLog = (log: ReceivedMessage[], body: Record<string, unknown>) => {
    log.push({ at: new Date(), body });
    if (log.length > maxLogEntries) log.shift();
  };

  const handlers: Record<string, Handler> = {
    "GET /mygate/sync": async (_, url) => mygate.toSyncPage(url),
    "POST /mygate/notify": async (request) => {
      appendToLog(notices, await parseBody(request));
      return { es: "0", message: "Success" };
    },
    "POST /cloud/variables": async (request) => {
      appendToLog(published, await parseBody(request));
      return { taken: true };
    },
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const handler = handlers[`${request.method} ${url.pathname}`];
    respondWithFault(fault, response, () => void respond(response, request, url, handler));
  });
  const listener = await listenOnLoopback(server, requestedPort);
  return {
    port: listener.port,
    mygate,
    notices,
    published,
    fault: () => fault,
    setFault: (next) => {
      fault = next;
      // A request that waits since the previous fault gets no late response.
      listener.dropConnections();
    },
    reset: () => {
      fault = "normal";
      mygate.reset();
      notices.length = 0;
      published.length = 0;
    },
    close: listener.close,
  };
}

async function respond(
  response: ServerResponse,
  request: IncomingMessage,
  url: URL,
  handler: Handler | undefined,
): Promise<void> {
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (!handler) return void send(404, { message: "Not found" });
  const needsKey = url.pathname.startsWith("/mygate/");
  if (needsKey && request.headers["mg-xs-api-key"] !== mygateApiKey)
    return void send(401, { es: "1", message: "Bad key" });
  await handler(request, url).then(
    (value) => send(200, value),
    (error: Error) => send(400, { es: "1", message: error.message }),
  );
}

async function parseBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return JSON.parse(text) as Record<string, unknown>;
}
