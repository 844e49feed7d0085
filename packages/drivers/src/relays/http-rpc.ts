import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { type BoardStatus, failedBoard, repliedBoard } from "../device-status.ts";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected, toQuote } from "../hardware-transport.ts";
import { describeForeignReply, toPulseSeconds, toRejection } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

const requestId = 1;

/** Relay boards with JSON-RPC (Shelly and compatible): Switch.Set; the board ends the pulse by itself. */
export const httpRpc: RelayDriver = {
  timesPulses: true,
  close: (relay, pulseMs, transports) => set(relay, { on: true, toggle_after: toPulseSeconds(pulseMs) }, transports),
  hold: (relay, transports) => set(relay, { on: true }, transports),
  release: (relay, transports) => set(relay, { on: false }, transports),
  checkStatus: readStatus,
};

/** A board that lacks this method is online too. */
async function readStatus(relays: readonly RelayAddress[], { http }: HardwareTransports): Promise<BoardStatus> {
  const [board] = relays;
  if (!board) return failedBoard("No relay to check.");
  const { host, port } = board;
  const body = { id: requestId, method: "Shelly.GetStatus" };
  const response = await http({ method: "POST", host, port, path: "/rpc", body });
  if (!response.ok) return failedBoard(response.detail);
  const reply = parse(response.text);
  if (reply?.error) return repliedBoard();
  const error = toRejection(response.status);
  if (error) return repliedBoard(new Map(), error.detail);
  if (reply?.id !== requestId || typeof reply.result !== "object" || reply.result === null)
    return failedBoard(describeForeignReply(response.text));
  const result = reply.result as Readonly<Record<string, { readonly output?: unknown } | null>>;
  const outputs = relays.flatMap(({ relayNumber }) => {
    const output = result[`switch:${relayNumber - 1}`]?.output;
    return typeof output === "boolean" ? [[relayNumber, output] as const] : [];
  });
  return repliedBoard(new Map(outputs));
}

async function set(
  { host, port, relayNumber }: RelayAddress,
  state: { on: boolean; toggle_after?: number },
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const body = { id: requestId, method: "Switch.Set", params: { id: relayNumber - 1, ...state } };
  const response = await http({ method: "POST", host, port, path: "/rpc", body });
  if (!response.ok) return noReply(response);
  const reply = parse(response.text);
  // An error status can also carry an explanation.
  const message = reply?.error?.message;
  if (reply?.error)
    return rejected(`The board refused: ${typeof message === "string" ? toQuote(message) : "no reason given"}.`);
  const error = toRejection(response.status);
  if (error) return error;
  if (reply?.id !== requestId || typeof reply.result !== "object" || reply.result === null)
    return invalidReply(describeForeignReply(response.text));
  return accepted(`The board switched relay ${relayNumber} ${state.on ? "on" : "off"}.`);
}

interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown } | null;
}

function parse(text: string): RpcResponse | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === "object" && reply !== null ? reply : undefined;
  } catch {
    return undefined;
  }
}
