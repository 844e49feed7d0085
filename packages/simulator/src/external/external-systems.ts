import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type HttpFault, respondWithFault } from "../network/http-fault.ts";
import { listenOnLoopback } from "../network/loopback.ts";
import { createMygateDirectory, type MygateDirectory } from "./mygate-directory.ts";

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
