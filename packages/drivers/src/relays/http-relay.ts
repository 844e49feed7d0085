import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { type BoardStatus, failedBoard, repliedBoard } from "../device-status.ts";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected } from "../hardware-transport.ts";
import { describeForeignReply, toPulseSeconds, toRejection } from "./http-board.ts";
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
  checkStatus: readStates,
};

async function readStates(relays: readonly RelayAddress[], { http }: HardwareTransports): Promise<BoardStatus> {
  const [board] = relays;
  if (!board) return failedBoard("No relay to check.");
  const { host, port } = board;
  const response = await http({ method: "GET", host, port, path: "/state.xml" });
  if (!response.ok) return failedBoard(response.detail);
  const error = toRejection(response.status);
  if (error) return repliedBoard(new Map(), error.detail);
  const states = [...response.text.matchAll(/<relay(\d+)state>\s*(\d)/gi)];
  if (states.length === 0) return failedBoard(describeForeignReply(response.text));
  const isClosed = new Map(states.map(([, number, state]) => [Number(number), state !== "0"]));
  const missing = relays.find(({ relayNumber }) => !isClosed.has(relayNumber));
  return repliedBoard(isClosed, missing ? `The board has no relay ${missing.relayNumber}.` : null);
}

async function switchRelay(
  { host, port, relayNumber }: RelayAddress,
  query: string,
  wanted: "0" | "1",
  { http }: HardwareTransports,
): Promise<HardwareResult> {
  const response = await http({ method: "GET", host, port, path: `/state.xml?${query}` });
  if (!response.ok) return noReply(response);
  const error = toRejection(response.status);
  if (error) return error;
  // The board replies with the current state of its inputs and relays.
  if (!/<relay\d+state>/i.test(response.text)) return invalidReply(describeForeignReply(response.text));
  const state = new RegExp(`<relay${relayNumber}state>\\s*(\\d)`, "i").exec(response.text)?.[1];
  if (state === undefined) return rejected(`The board has no relay ${relayNumber}.`);
  const word = (value: string) => (value === "0" ? "off" : "on");
  if (state !== wanted) return rejected(`Relay ${relayNumber} is still ${word(state)}.`);
  return accepted(`The board switched relay ${relayNumber} ${word(wanted)}.`);
}
