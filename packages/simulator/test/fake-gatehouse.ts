import { createServer, type IncomingHttpHeaders } from "node:http";
import { listenOnLoopback } from "../src/network/loopback.ts";
import type { SimulatedSite } from "../src/simulated-site.ts";

/** Something that a device sent. */
export interface Received {
  /** The device or sensor. */
  readonly from: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of Gatehouse's own format. */
  readonly event: Record<string, unknown> & { type?: string };
}

/** A Gatehouse that takes whatever comes, and does what a test tells it. */
export interface FakeGatehouse {
  readonly received: Received[];
  /** Before it answers. */
  react: (received: Received) => void;
  typesFrom(...sources: string[]): string[];
  close(): Promise<void>;
}

/** Starts it and tells the site's devices and sensors to send there, each with its secret. */
export async function startFakeGatehouse(
  { gatehouse }: SimulatedSite,
  sources: readonly string[],
): Promise<FakeGatehouse> {
  const received: Received[] = [];
  const server = createServer(async (request, answer) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const one = { from: request.url?.split("/")[3] ?? "", headers: request.headers, text, event: parsed(text) };
    received.push(one);
    fake.react(one);
    answer.end('{"result":"ok"}');
  });
  const { port, close } = await listenOnLoopback(server, 0);
  const fake: FakeGatehouse = {
    received,
    react: () => {},
    typesFrom: (...from) =>
      received.filter((one) => from.includes(one.from)).map(({ event }) => event.type ?? "something else"),
    close,
  };
  const url = `http://127.0.0.1:${port}`;
  gatehouse.aim(url, new Map(sources.map((name) => [name, { url: `${url}/api/ingest/${name}`, secret: `s-${name}` }])));
  return fake;
}

function parsed(text: string): Received["event"] {
  try {
    return JSON.parse(text) as Received["event"];
  } catch {
    return {};
  }
}
