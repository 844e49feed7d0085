import { createServer, type IncomingHttpHeaders } from "node:http";
import { listenOnLoopback } from "../src/network/loopback.ts";
import { loopPlans } from "../src/plan/device-plan.ts";
import type { SimulatedSite } from "../src/run-site.ts";

/** A request from a device or sensor. */
export interface ReceivedPush {
  /** Name of the device or sensor. */
  readonly from: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body if it is JSON, else empty. */
  readonly event: Record<string, unknown> & { type?: string };
}

/** A server that accepts every push. */
export interface FakeGatehouse {
  readonly received: ReceivedPush[];
  /** Called before the response is sent. */
  onPush: (received: ReceivedPush) => void;
  listTypes(...sources: string[]): string[];
  close(): Promise<void>;
}

/** Starts the server and connects all devices and sensors of a site to it, each with its own secret. */
export async function startFakeGatehouse({ gatehouse, devices }: SimulatedSite): Promise<FakeGatehouse> {
  const received: ReceivedPush[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const push = { from: request.url?.split("/")[3] ?? "", headers: request.headers, text, event: parseEvent(text) };
    received.push(push);
    fake.onPush(push);
    response.end('{"result":"ok"}');
  });
  const { port, close } = await listenOnLoopback(server, 0);
  const fake: FakeGatehouse = {
    received,
    onPush: () => {},
    listTypes: (...sources) =>
      received.filter(({ from }) => sources.includes(from)).map(({ event }) => event.type ?? "not JSON"),
    close,
  };
  const url = `http://127.0.0.1:${port}`;
  const sources = [...devices.map(({ plan }) => plan.name), ...loopPlans.map(({ name }) => name)];
  gatehouse.setTargets(
    url,
    new Map(sources.map((name) => [name, { url: `${url}/api/ingest/${name}`, secret: `s-${name}` }])),
  );
  return fake;
}

function parseEvent(text: string): ReceivedPush["event"] {
  try {
    return JSON.parse(text) as ReceivedPush["event"];
  } catch {
    return {};
  }
}
