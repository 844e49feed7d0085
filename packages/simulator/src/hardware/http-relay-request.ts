import type { RelayCommand } from "./relays.ts";

/** An HTTP response of a board. */
export interface HttpReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A parsed request to a board, with the replies of its API. */
export interface RelayRequest {
  readonly commands: readonly Pick<RelayCommand, "relay" | "action" | "pulseMs">[];
  /** Reply after execution, given the state of every relay. */
  toReply(states: { before: readonly boolean[]; after: readonly boolean[] }): HttpReply;
  toRejection(): HttpReply;
}

const maxPulseSeconds = 86_400;

/** A request without commands that always gets the same reply. */
export function createFixedReply(reply: HttpReply): RelayRequest {
  return { commands: [], toReply: () => reply, toRejection: () => reply };
}

const toXml = (text: string, status = 200): HttpReply => ({ status, type: "text/xml", text });
const invalidState = createFixedReply(toXml("<error>No such relay or state</error>", 400));

/** Parses `relay{n}State`: 0 opens, 1 closes, 2 pulses relay n for `pulseTime{n}` seconds. The reply lists all states. */
export function parseStateRequest(query: URLSearchParams, count: number): RelayRequest {
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
export function parseRpcRequest(body: string, count: number): RelayRequest {
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
