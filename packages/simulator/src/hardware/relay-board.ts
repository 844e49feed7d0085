import type { Server } from "node:net";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import type { BoardPlan } from "../plan/hardware-plan.ts";
import { type Arms, createArms } from "./arms.ts";
import { type HardwareFault, offlineFaults } from "./hardware-fault.ts";
import { createHttpBoardServer } from "./http-board.ts";
import { createInputs, type Inputs } from "./inputs.ts";
import { createModbusServer } from "./modbus-board.ts";
import { createRelays, type RelayPulse, type Relays } from "./relays.ts";

/** A relay board on a loopback port. */
export interface RelayBoard extends FaultableServer<HardwareFault> {
  readonly plan: BoardPlan;
  readonly relays: Relays;
  readonly arms: Arms;
  readonly inputs: Inputs;
  /** Whether the barrier arm wired to a relay is up. */
  isArmUp(relay: number): boolean;
  /** Opens every relay, clears the logs and the fault. */
  reset(): Promise<void>;
}

/** Time for which an arm stays up after its pulse, until the barrier's own controller lowers it. */
export const armHoldMs = 6_000;

const serverFactories: Readonly<
  Record<BoardPlan["protocol"], (relays: Relays, plan: BoardPlan, fault: () => HardwareFault, inputs: Inputs) => Server>
> = {
  "modbus-tcp": createModbusServer,
  http: (relays, plan, fault) => createHttpBoardServer(relays, plan.relays, fault),
};

/** Starts a relay board; port 0 picks a free port. */
export async function startRelayBoard(plan: BoardPlan, requestedPort: number): Promise<RelayBoard> {
  const relays = createRelays();
  const barriers = plan.wires.filter(({ part }) => part === "barrier").map(({ relay }) => relay);
  const arms = createArms(barriers, (relay) => isArmUp(relays.pulses, relay, new Date()));
  const inputs = createInputs(plan.inputs, arms);
  const server = await startFaultableServer<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    (fault) => serverFactories[plan.protocol](relays, plan, fault, inputs),
  );
  return {
    ...server,
    plan,
    relays,
    arms,
    inputs,
    setFault: async (fault) => {
      if (fault === "no-power") relays.losePower();
      await server.setFault(fault);
    },
    isArmUp: (relay) => (arms.isStuck(relay) ? !arms.ends(relay).isDown : isArmUp(relays.pulses, relay, new Date())),
    reset: async () => {
      relays.reset();
      arms.reset();
      inputs.reset();
      await server.setFault("normal");
    },
    close: async () => {
      relays.reset();
      arms.stop();
      inputs.reset();
      await server.close();
    },
  };
}

/** Whether an arm is up: its relay is closed, or was within the hold time. */
export function isArmUp(pulses: readonly RelayPulse[], relay: number, now: Date): boolean {
  const last = pulses.findLast((pulse) => pulse.relay === relay);
  if (!last) return false;
  return last.to === null || now.getTime() - last.to.getTime() < armHoldMs;
}
