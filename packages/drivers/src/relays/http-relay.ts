import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, noReply, notUnderstood, rejected } from "../hardware-transport.ts";
import { refusalOf, tenthsOfSeconds } from "./http-board.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

/** Relay boards with a state.xml (ControlByWeb and others that copied it): state 2 is a pulse that the board times, 1 stays. */
export const httpRelay: RelayDriver = {
  timesPulses: true,
  close: (relay, pulseMs, transports) => {
    const { relayNumber } = relay;
    const query = `relay${relayNumber}State=2&pulseTime${relayNumber}=${tenthsOfSeconds(pulseMs)}`;
    return ask(relay, query, "1", transports);
  },
  hold: (relay, transports) => ask(relay, `relay${relay.relayNumber}State=1`, "1", transports),
  release: (relay, transports) => ask(relay, `relay${relay.relayNumber}State=0`, "0", transports),
};

async function ask(
  { host, port, relayNumber }: RelayAddress,
  query: string,
  wanted: "0" | "1",
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const answer = await http({ method: "GET", host, port, path: `/state.xml?${query}` });
  if (!answer.ok) return noReply(answer);
  const refusal = refusalOf(answer.status);
  if (refusal) return refusal;
  // The board answers with the state of its inputs and relays as they are now.
  if (!/<relay\d+state>/i.test(answer.text)) return notUnderstood("That host is not a relay board");
  const state = new RegExp(`<relay${relayNumber}state>\\s*(\\d)`, "i").exec(answer.text)?.[1];
  if (state === undefined) return rejected(`The board has no relay ${relayNumber}.`);
  const word = (value: string) => (value === "0" ? "off" : "on");
  if (state !== wanted) return rejected(`Relay ${relayNumber} is still ${word(state)}.`);
  return accepted(`The board switched relay ${relayNumber} ${word(wanted)}.`);
}
