import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type HardwareFault, lateReplyMs } from "./hardware-fault.ts";
import type { RelayCommand, Relays } from "./relays.ts";

/** An HTTP response of a board. */
interface HttpReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A parsed request to a board, with the replies of its API. */
interface RelayRequest {
  readonly commands: readonly Pick<RelayCommand, "relay" | "action" | "pulseMs">[];
  /** Reply after execution, given the state of every relay. */
  toReply(states: { before: readonly boolean[]; after: readonly boolean[] }): HttpReply;
  toRejection(): HttpReply;
}

const maxPulseSeconds = 86_400;

/** A request without commands that always gets the same reply. */
function createFixedReply(reply: HttpReply): RelayRequest {
  return { commands: [], toReply: () => reply, toRejection: () => reply };
}

const toXml = (text: string, status = 200): HttpReply => ({ status, type: "text/xml", text });
const invalidState = createFixedReply(toXml("<error>No such relay or state</error>", 400));

/** Parses `relay{n}State`: 0 opens, 1 closes, 2 pulses relay n for `pulseTime{n}` seconds. The reply lists all states. */
function parseStateRequest(query: URLSearchParams, count: number): RelayRequest {
  const commands: RelayRequest["commands"][number][] = [];
  for (const [key, value] of query) {
    const relay = Number(/^relay(\d+)State$/.exec(key)?.[1] ?? 0);
    if (relay === 0) continue;
    const seconds = Number(query.get(`pulseTime${relay}`) ?? "1");
    const action = ({ "0": "release", "1": "close", "2": "pulse" } as const)[value];
    const isPulse = action === "pulse";
    if (!action || relay > count || (isPulse && !isValidPulseTime(seconds))) return invalidState;
    commands.push({ relay, action, pulseMs: isPulse ? seconds * 1000 : null });
  }
  return {
    commands,
    toReply: ({ after }) => {
      const states = after.map(
        (isClosed, index) => `<relay${index + 1}state>${Number(isClosed)}</relay${index + 1}state>`,
      );
      return toXml(`<?xml version="1.0" encoding="utf-8"?>\n<datavalues>${states.join("")}</datavalues>\n`);
    },
    toRejection: () => toXml("<error>Board fault</error>", 503),
  };
}

interface RpcCall {
  id?: unknown;
  method?: unknown;
  params?: { id?: unknown; on?: unknown; toggle_after?: unknown };
}

/**
 * Parses `Switch.Set {id, on, toggle_after}`, which switches relay id+1 and switches it back after that many seconds, and
 * `Shelly.GetStatus`, which returns the state of every relay.
 */
function parseRpcRequest(body: string, count: number): RelayRequest {
  const call = parseCall(body);
  if (!call) return createFixedReply({ status: 400, type: "text/plain", text: "Bad Request" });
  const toJson = (content: object): HttpReply => ({
    status: 200,
    type: "application/json",
    text: JSON.stringify({ id: call.id ?? null, src: "simulated-board", ...content }),
  });
  const toError = (code: number, message: string) => toJson({ error: { code, message } });
  if (call.method === "Shelly.GetStatus") {
    const toStatus = (states: readonly boolean[]) =>
      Object.fromEntries(states.map((output, id) => [`switch:${id}`, { id, output }]));
    return {
      commands: [],
      toReply: ({ after }) => toJson({ result: toStatus(after) }),
      toRejection: () => toError(-109, "Board fault"),
    };
  }
  if (call.method !== "Switch.Set") return createFixedReply(toError(404, `No handler for ${String(call.method)}`));
  const { id, on, toggle_after: seconds } = call.params ?? {};
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= count) {
    return createFixedReply(toError(-105, `Argument 'id', value ${String(id)} not found!`));
  }
  if (typeof on !== "boolean") return createFixedReply(toError(-103, "Missing or bad argument 'on'!"));
  if (seconds !== undefined && !(typeof seconds === "number" && isValidPulseTime(seconds))) {
    return createFixedReply(toError(-103, "Bad argument 'toggle_after'!"));
  }
  const isPulse = on && seconds !== undefined;
  const action = isPulse ? "pulse" : on ? "close" : "release";
  return {
    commands: [{ relay: id + 1, action, pulseMs: isPulse ? seconds * 1000 : null }],
    toReply: ({ before }) => toJson({ result: { was_on: before[id] } }),
    toRejection: () => toError(-109, "Board fault"),
  };
}

const isValidPulseTime = (seconds: number) => seconds > 0 && seconds <= maxPulseSeconds;

function parseCall(body: string): RpcCall | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a web relay board with two APIs: `GET /state.xml?relay1State=2&pulseTime1=0.5` and `POST /rpc`. */
export function createHttpBoardServer(relays: Relays, count: number, fault: () => HardwareFault): Server {
  const listStates = () => Array.from({ length: count }, (_, index) => relays.isClosed(index + 1));
  const receive = ({ commands }: RelayRequest, isExecuted: boolean) => {
    for (const command of commands) relays.receive({ ...command, isExecuted });
  };
  const execute = (request: RelayRequest): HttpReply => {
    const before = listStates();
    receive(request, true);
    return request.toReply({ before, after: listStates() });
  };

  const replies: Readonly<Record<HardwareFault, (response: ServerResponse, request: RelayRequest) => void>> = {
    normal: (response, request) => send(response, execute(request)),
    refuses: (response, request) => {
      receive(request, false);
      send(response, request.toRejection());
    },
    hangs: (_, request) => receive(request, false),
    // The command is executed but its reply is lost: a client that retries executes it twice.
    "half-frame": (response, request) => {
      const { status, type, text } = execute(request);
      response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
    },
    late: (response, request) => {
      const reply = execute(request);
      const timer = setTimeout(() => send(response, reply), lateReplyMs);
      response.once("close", () => clearTimeout(timer));
    },
    // No new connections; one that is still closing gets no reply.
    unplugged: (response) => response.destroy(),
    "no-power": (response) => response.destroy(),
  };

  return createServer((request, response) => {
    parseRequest(request, count).then(
      (parsed) => replies[fault()](response, parsed),
      () => response.destroy(),
    );
  });
}

async function parseRequest(request: IncomingMessage, count: number): Promise<RelayRequest> {
  const url = new URL(request.url ?? "/", "http://board");
  if (request.method === "GET" && url.pathname === "/state.xml") return parseStateRequest(url.searchParams, count);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (request.method === "POST" && url.pathname === "/rpc") return parseRpcRequest(text, count);
  return createFixedReply({ status: 404, type: "text/plain", text: "Not found" });
}

function send(response: ServerResponse, { status, type, text }: HttpReply): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}
