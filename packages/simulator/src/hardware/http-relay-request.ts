import type { RelayCommand } from "./relays.ts";

/** An HTTP answer of a board. */
export interface BoardAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What a board is asked to do, and its words for having done it and for not doing it. */
export interface RelayRequest {
  readonly commands: readonly Pick<RelayCommand, "relay" | "does" | "pulseMs">[];
  done(relays: { was: readonly boolean[]; is: readonly boolean[] }): BoardAnswer;
  refused(): BoardAnswer;
}

const longestPulseSeconds = 86_400;

/** A request that asks for nothing the board could do. */
export function unanswerable(answer: BoardAnswer): RelayRequest {
  return { commands: [], done: () => answer, refused: () => answer };
}

const xml = (text: string, status = 200): BoardAnswer => ({ status, type: "text/xml", text });
const badState = unanswerable(xml("<error>There is no such relay or state.</error>", 400));

/** `relay{n}State` 0 opens, 1 closes and 2 pulses relay n for `pulseTime{n}` seconds; the answer tells every state. */
export function stateRequest(query: URLSearchParams, count: number): RelayRequest {
  const commands: RelayRequest["commands"][number][] = [];
  for (const [key, value] of query) {
    const relay = Number(/^relay(\d+)State$/.exec(key)?.[1] ?? 0);
    if (relay === 0) continue;
    const seconds = Number(query.get(`pulseTime${relay}`) ?? "1");
    const does = ({ "0": "release", "1": "close", "2": "pulse" } as const)[value];
    const isPulse = does === "pulse";
    if (!does || relay > count || (isPulse && !isPulseTime(seconds))) return badState;
    commands.push({ relay, does, pulseMs: isPulse ? seconds * 1000 : null });
  }
  return {
    commands,
    done: ({ is }) => {
      const states = is.map(
        (isClosed, index) => `<relay${index + 1}state>${Number(isClosed)}</relay${index + 1}state>`,
      );
      return xml(`<?xml version="1.0" encoding="utf-8"?>\n<datavalues>${states.join("")}</datavalues>\n`);
    },
    refused: () => xml("<error>The board is faulty.</error>", 503),
  };
}

interface RpcCall {
  id?: unknown;
  method?: unknown;
  params?: { id?: unknown; on?: unknown; toggle_after?: unknown };
}

/** `Switch.Set {id, on, toggle_after}` closes or opens relay id+1 and turns it back after that many seconds. */
export function rpcRequest(body: string, count: number): RelayRequest {
  const call = parsed(body);
  if (!call) return unanswerable({ status: 400, type: "text/plain", text: "Bad Request" });
  const reply = (content: object): BoardAnswer => ({
    status: 200,
    type: "application/json",
    text: JSON.stringify({ id: call.id ?? null, src: "simulated-board", ...content }),
  });
  const error = (code: number, message: string) => reply({ error: { code, message } });
  if (call.method !== "Switch.Set") return unanswerable(error(404, `No handler for ${String(call.method)}`));
  const { id, on, toggle_after: seconds } = call.params ?? {};
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= count) {
    return unanswerable(error(-105, `Argument 'id', value ${String(id)} not found!`));
  }
  if (typeof on !== "boolean") return unanswerable(error(-103, "Missing or bad argument 'on'!"));
  if (seconds !== undefined && !(typeof seconds === "number" && isPulseTime(seconds))) {
    return unanswerable(error(-103, "Bad argument 'toggle_after'!"));
  }
  const isPulse = on && seconds !== undefined;
  const does = isPulse ? "pulse" : on ? "close" : "release";
  return {
    commands: [{ relay: id + 1, does, pulseMs: isPulse ? seconds * 1000 : null }],
    done: ({ was }) => reply({ result: { was_on: was[id] } }),
    refused: () => error(-109, "The board is faulty."),
  };
}

const isPulseTime = (seconds: number) => seconds > 0 && seconds <= longestPulseSeconds;

function parsed(body: string): RpcCall | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
