import type { FeedName } from "../feeds/registry.ts";
import type { RelayPlace } from "./hardware-plan.ts";

/** A place where cars drive up, with all that is wired to it. */
export interface GatePlan {
  /** How the control calls name it. */
  readonly name: string;
  readonly label: string;
  readonly direction: "N" | "X";
  /** Cars pass it both ways; the camera says which. */
  readonly isBidirectional: boolean;
  readonly camera: { readonly device: string; readonly id: string; readonly feed: FeedName };
  readonly reader: string | null;
  /** What a car drives over once the arm is up. */
  readonly loop: string | null;
  readonly barrier: RelayPlace;
  readonly buzzer: RelayPlace | null;
  readonly lamp: RelayPlace;
  readonly sign: string | null;
}

const main = (relay: number): RelayPlace => ({ board: "main-board", relay, driver: "modbus-tcp" });
const yard = (relay: number, driver: "http-relay" | "http-rpc"): RelayPlace => ({ board: "yard-board", relay, driver });

/** The gates, in the order in which the page shows them. */
export const gatePlans: readonly GatePlan[] = [
  {
    name: "main-entry",
    label: "Main entry",
    direction: "N",
    isBidirectional: false,
    camera: { device: "main-gate", id: "1", feed: "gatehouse" },
    reader: "entry-reader",
    loop: "entry-loop",
    barrier: main(1),
    buzzer: main(3),
    lamp: main(5),
    sign: "entry-sign",
  },
  {
    name: "main-exit",
    label: "Main exit",
    direction: "X",
    isBidirectional: false,
    camera: { device: "main-gate", id: "2", feed: "gatehouse" },
    reader: "exit-reader",
    loop: "exit-loop",
    barrier: main(2),
    buzzer: main(4),
    lamp: main(6),
    sign: "exit-sign",
  },
  {
    name: "visitors-entry",
    label: "Visitors’ entry",
    direction: "N",
    isBidirectional: false,
    camera: { device: "main-gate", id: "3", feed: "axis" },
    reader: null,
    loop: null,
    barrier: yard(1, "http-rpc"),
    buzzer: null,
    lamp: yard(4, "http-rpc"),
    sign: "visitors-sign",
  },
  {
    name: "service-gate",
    label: "Service gate",
    direction: "N",
    isBidirectional: true,
    camera: { device: "service-gate", id: "dock-1", feed: "hikvision" },
    reader: null,
    loop: null,
    barrier: yard(2, "http-relay"),
    buzzer: yard(3, "http-relay"),
    lamp: yard(5, "http-relay"),
    sign: null,
  },
];
