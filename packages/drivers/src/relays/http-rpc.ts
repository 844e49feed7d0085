import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected, toQuote } from "../hardware-transport.ts";
import { toPulseSeconds, toRejection } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

const requestId = 1;

/** Relay boards with JSON-RPC (Shelly and compatible): Switch.Set; the board ends the pulse by itself. */
export const httpRpc: RelayDriver = {
  timesPulses: true,
  close: (relay, pulseMs, transports) => set(relay, { on: true, toggle_after: toPulseSeconds(pulseMs) }, transports),
  hold: (relay, transports) => set(relay, { on: true }, transports),
  release: (relay, transports) => set(relay, { on: false }, transports),
};

async function set(
  { host, port, relayNumber }: RelayAddress,
  state: { on: boolean; toggle_after?: number },
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const body = { id: requestId, method: "Switch.Set", params: { id: relayNumber - 1, ...state } };
  const answer = await http({ method: "POST", host, port, path: "/rpc", body });
  if (!answer.ok) return noReply(answer);
  const reply = parse(answer.text);
  // An error status can also carry an explanation.
  const message = reply?.error?.message;
  if (reply?.error)
    return rejected(`The board refused: ${typeof message === "string" ? toQuote(message) : "no reason given"}.`);
  const refusal = toRejection(answer.status);
  if (refusal) return refusal;
  if (reply?.id !== requestId || typeof reply.result !== "object" || reply.result === null)
    return invalidReply("That host is not a relay board");
  return accepted(`The board switched relay ${relayNumber} ${state.on ? "on" : "off"}.`);
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown } | null;
}

function parse(text: string): RpcAnswer | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === "object" && reply !== null ? reply : undefined;
  } catch {
    return undefined;
  }
}
