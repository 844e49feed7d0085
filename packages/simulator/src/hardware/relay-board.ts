import type { Server } from "node:net";
import { type Plug, plugIn } from "../network/faultable-server.ts";
import type { BoardPlan } from "../plan/hardware-plan.ts";
import type { BoardFault } from "./hardware-fault.ts";
import { httpBoardServer } from "./http-board.ts";
import { modbusServer } from "./modbus-board.ts";
import type { RelayPulse } from "./relays.ts";
import { openRelays, type Relays } from "./relays.ts";

/** A relay board that answers on a port of this machine and remembers what it was told. */
export interface RelayBoard extends Plug<BoardFault> {
  readonly plan: BoardPlan;
  readonly relays: Relays;
  /** Whether the arm on a relay is up. */
  isArmUp(relay: number): boolean;
  /** Every relay open, nothing remembered, and well. */
  reset(): Promise<void>;
}

const servers: Readonly<
  Record<BoardPlan["speaks"], (relays: Relays, count: number, fault: () => BoardFault) => Server>
> = {
  "modbus-tcp": modbusServer,
  http: httpBoardServer,
};

/** Switches a board on; port 0 takes a free one. */
export async function startRelayBoard(plan: BoardPlan, wantedPort: number): Promise<RelayBoard> {
  const relays = openRelays();
  const plug = await plugIn<BoardFault>(wantedPort, { well: "normal", unplugged: "unplugged" }, (fault) =>
    servers[plan.speaks](relays, plan.relays, fault),
  );
  return {
    ...plug,
    plan,
    relays,
    isArmUp: (relay) => isArmUp(relays.pulses, relay, new Date()),
    reset: async () => {
      relays.reset();
      await plug.behave("normal");
    },
    close: async () => {
      relays.reset();
      await plug.close();
    },
  };
}

/** How long an arm stays up after its pulse before its own controller lets it down. */
export const armHoldMs = 6_000;

/** Whether an arm is up: its relay is closed, or was a moment ago. */
export function isArmUp(pulses: readonly RelayPulse[], relay: number, now: Date): boolean {
  const last = pulses.findLast((pulse) => pulse.relay === relay);
  if (!last) return false;
  return last.to === null || now.getTime() - last.to.getTime() < armHoldMs;
}
