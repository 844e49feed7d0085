import type { GatePlan } from "../plan/gate-plan.ts";
import type { RelayAddress } from "../plan/hardware-plan.ts";
import type { CarPosition } from "../traffic/traffic.ts";
import type { Site } from "./site.ts";

/** A gate in the control API. */
export interface GateView {
  name: string;
  label: string;
  direction: "N" | "X";
  isUp: boolean;
  /** The lamp is red otherwise. */
  isGreen: boolean;
  isBuzzing: boolean;
  /** Text on the gate's sign. */
  shownRows: string[];
  car: { plate: string; position: CarPosition } | null;
  /** Number of cars behind the first one. */
  waiting: number;
}

/** Describes a gate. */
export function toGateView(gate: GatePlan, { board, sign, traffic }: Site): GateView {
  const isClosed = (relay: RelayAddress | null) => relay !== null && board(relay.board).relays.isClosed(relay.relay);
  return {
    name: gate.name,
    label: gate.label,
    direction: gate.direction,
    isUp: board(gate.barrier.board).isArmUp(gate.barrier.relay),
    isGreen: isClosed(gate.lamp),
    isBuzzing: isClosed(gate.buzzer),
    shownRows: gate.sign === null ? [] : [...sign(gate.sign).shownRows()],
    car: traffic.carAt(gate.name),
    waiting: traffic.waitingBehind(gate.name),
  };
}
