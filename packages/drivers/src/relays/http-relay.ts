import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected } from "../hardware-transport.ts";
import { toPulseSeconds, toRejection } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

/** Relay boards with a state.xml (ControlByWeb and compatible): state 2 is a pulse timed by the board, 1 stays on. */
export const httpRelay: RelayDriver = {
  timesPulses: true,
  close: (relay, pulseMs, transports) => {
    const { relayNumber } = relay;
    const query = `relay${relayNumber}State=2&pulseTime${relayNumber}=${toPulseSeconds(pulseMs)}`;
    return switchRelay(relay, query, "1", transports);
  },
  hold: (relay, transports) => switchRelay(relay, `relay${relay.relayNumber}State=1`, "1", transports),
  release: (relay, transports) => switchRelay(relay, `relay${relay.relayNumber}State=0`, "0", transports),
};

async function switchRelay(
  { host, port, relayNumber }: RelayAddress,
  query: string,
  wanted: "0" | "1",
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const answer = await http({ method: "GET", host, port, path: `/state.xml?${query}` });
  if (!answer.ok) return noReply(answer);
  const refusal = toRejection(answer.status);
  if (refusal) return refusal;
  // The board replies with the current state of its inputs and relays.
  if (!/<relay\d+state>/i.test(answer.text)) return invalidReply("That host is not a relay board");
  const state = new RegExp(`<relay${relayNumber}state>\\s*(\\d)`, "i").exec(answer.text)?.[1];
  if (state === undefined) return rejected(`The board has no relay ${relayNumber}.`);
  const word = (value: string) => (value === "0" ? "off" : "on");
  if (state !== wanted) return rejected(`Relay ${relayNumber} is still ${word(state)}.`);
  return accepted(`The board switched relay ${relayNumber} ${word(wanted)}.`);
}
