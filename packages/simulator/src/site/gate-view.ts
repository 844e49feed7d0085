import type { GatePlan } from "../plan/gate-plan.ts";
import type { RelayPlace } from "../plan/hardware-plan.ts";
import type { CarPlace } from "../traffic/traffic.ts";
import type { PlayedSite } from "./site.ts";

/** A gate as it stands now. */
export interface ListedGate {
  name: string;
  label: string;
  direction: "N" | "X";
  isUp: boolean;
  /** Red at rest. */
  isGreen: boolean;
  isBuzzing: boolean;
  shows: string[];
  car: { plate: string; place: CarPlace } | null;
  waiting: number;
}

/** What the control says of a gate. */
export function listedGate(gate: GatePlan, { board, sign, journeys }: PlayedSite): ListedGate {
  const isClosed = (place: RelayPlace | null) => place !== null && board(place.board).relays.isClosed(place.relay);
  return {
    name: gate.name,
    label: gate.label,
    direction: gate.direction,
    isUp: board(gate.barrier.board).isArmUp(gate.barrier.relay),
    isGreen: isClosed(gate.lamp),
    isBuzzing: isClosed(gate.buzzer),
    shows: gate.sign === null ? [] : [...sign(gate.sign).shows()],
    car: journeys.at(gate.name),
    waiting: journeys.waiting(gate.name),
  };
}
