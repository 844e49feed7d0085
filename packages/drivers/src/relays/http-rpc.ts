import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, noReply, notUnderstood, rejected, saying } from "../hardware-transport.ts";
import { refusalOf, tenthsOfSeconds } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

const requestId = 1;

/** Relay boards with JSON RPC (Shelly and others): Switch.Set, and the board flips back by itself. */
export const httpRpc: RelayDriver = {
  timesPulses: true,
  close: (relay, pulseMs, transports) => set(relay, { on: true, toggle_after: tenthsOfSeconds(pulseMs) }, transports),
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
  const said = parse(answer.text);
  // A board explains its no also under a status that is one.
  const words = said?.error?.message;
  if (said?.error)
    return rejected(`The board refused: ${typeof words === "string" ? saying(words) : "without a reason"}.`);
  const refusal = refusalOf(answer.status);
  if (refusal) return refusal;
  if (said?.id !== requestId || typeof said.result !== "object" || said.result === null)
    return notUnderstood("That host is not a relay board");
  return accepted(`The board switched relay ${relayNumber} ${state.on ? "on" : "off"}.`);
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown } | null;
}

function parse(text: string): RpcAnswer | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === "object" && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}
