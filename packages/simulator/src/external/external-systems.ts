import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerIn, type Manner } from "../network/http-fault.ts";
import { type Listening, listenOnLoopback } from "../network/loopback.ts";
import { type MygateRegister, mygateRegister } from "./mygate-directory.ts";

/** The key that the simulated MyGate asks for. */
export const mygateKey = "mygate-demo-key";

/** Something that was sent to a system outside the site. */
export interface Received {
  readonly at: Date;
  readonly body: Record<string, unknown>;
}

/** The systems outside the site: MyGate, and the cloud that variables are published to. */
export interface OutsideSystems {
  readonly port: number;
  readonly mygate: MygateRegister;
  /** What came in, the latest last. */
  readonly notices: readonly Received[];
  readonly published: readonly Received[];
  manner(): Manner;
  behave(manner: Manner): void;
  reset(): void;
  close(): Promise<void>;
}

const mostKept = 100;

/** Starts the outside systems on one port: `/mygate/sync`, `/mygate/notify` and `/cloud/variables`. */
export async function startOutside(wantedPort: number): Promise<OutsideSystems> {
  const mygate = mygateRegister();
  const notices: Received[] = [];
  const published: Received[] = [];
  let manner: Manner = "normal";

  const keep = (list: Received[], body: Record<string, unknown>) => {
    list.push({ at: new Date(), body });
    if (list.length > mostKept) list.shift();
  };

  const answers: Record<string, (request: IncomingMessage, url: URL) => Promise<unknown>> = {
    "GET /mygate/sync": async (_, url) => mygate.page(url),
    "POST /mygate/notify": async (request) => {
      keep(notices, await bodyOf(request));
      return { es: "0", message: "Success" };
    },
    "POST /cloud/variables": async (request) => {
      keep(published, await bodyOf(request));
      return { taken: true };
    },
  };

  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const respond = answers[`${request.method} ${url.pathname}`];
    answerIn(manner, answer, () => void reply(answer, request, url, respond));
  });
  const listening: Listening = await listenOnLoopback(server, wantedPort);
  return {
    port: listening.port,
    mygate,
    notices,
    published,
    manner: () => manner,
    behave: (next) => {
      manner = next;
      // Whoever waits for an answer now belongs to the old manner.
      listening.hangUp();
    },
    reset: () => {
      manner = "normal";
      mygate.reset();
      notices.length = 0;
      published.length = 0;
    },
    close: listening.close,
  };
}

async function reply(
  answer: ServerResponse,
  request: IncomingMessage,
  url: URL,
  respond: ((request: IncomingMessage, url: URL) => Promise<unknown>) | undefined,
): Promise<void> {
  const send = (status: number, value: unknown) =>
    answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (!respond) return void send(404, { message: "There is nothing here." });
  const needsKey = url.pathname.startsWith("/mygate/");
  if (needsKey && request.headers["mg-xs-api-key"] !== mygateKey)
    return void send(401, { es: "1", message: "Bad key" });
  await respond(request, url).then(
    (value) => send(200, value),
    (error: Error) => send(400, { es: "1", message: error.message }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return JSON.parse(text) as Record<string, unknown>;
}
