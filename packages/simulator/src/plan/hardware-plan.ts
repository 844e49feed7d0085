/** Part wired to a relay. A lamp is red while its relay is open and green while it is closed; a light is off and on. */
export type RelayPart = "barrier" | "buzzer" | "lamp" | "light";

export interface RelayWire {
  /** From 1. */
  readonly relay: number;
  readonly part: RelayPart;
  readonly label: string;
}

/** Wiring of one input, numbered from 1: a position contact of the barrier on a relay, or a loop detector. */
export type InputWire = { readonly input: number; readonly label: string } & (
  | { readonly part: "open-contact" | "closed-contact"; readonly relay: number }
  | { readonly part: "loop"; readonly loop: string }
);

/** A relay of a board, and the driver with which Gatehouse reaches it. */
export interface RelayAddress {
  readonly board: string;
  readonly relay: number;
  readonly driver: "modbus-tcp" | "http-relay" | "http-rpc";
}

/** A relay board of the simulated site. */
export interface BoardPlan {
  /** Name in the control API. */
  readonly name: string;
  readonly label: string;
  /** An HTTP board has both APIs: `state.xml` and JSON-RPC. */
  readonly protocol: "modbus-tcp" | "http";
  readonly relays: number;
  /** Modbus unit of a board behind a gateway; a board without one answers to every unit. */
  readonly unit?: number;
  readonly wires: readonly RelayWire[];
  /** Only Modbus boards have inputs. */
  readonly inputs: readonly InputWire[];
}

/** The drivers of which the site has signs. */
export type SimulatedSignDriver = "text-tcp" | "ntcip-1203";

/** A sign of the simulated site. */
export interface SignPlan {
  readonly name: string;
  readonly label: string;
  /** The driver with which Gatehouse reaches it. */
  readonly driver: SimulatedSignDriver;
  /** The community string of a sign with SNMP. */
  readonly community?: string;
  readonly rows: number;
  readonly chars: number;
}

/** The relay boards. */
export const boardPlans: readonly BoardPlan[] = [
  {
    name: "main-board",
    label: "Main gate relays",
    protocol: "modbus-tcp",
    relays: 8,
    wires: [
      { relay: 1, part: "barrier", label: "Main entry barrier" },
      { relay: 2, part: "barrier", label: "Main exit barrier" },
      { relay: 3, part: "buzzer", label: "Main entry buzzer" },
      { relay: 4, part: "buzzer", label: "Main exit buzzer" },
      { relay: 5, part: "lamp", label: "Main entry lamp" },
      { relay: 6, part: "lamp", label: "Main exit lamp" },
      { relay: 7, part: "light", label: "Deck 1 east light" },
    ],
    inputs: [
      { input: 1, part: "open-contact", relay: 1, label: "Main entry barrier is up" },
      { input: 2, part: "closed-contact", relay: 1, label: "Main entry barrier is down" },
      { input: 3, part: "open-contact", relay: 2, label: "Main exit barrier is up" },
      { input: 4, part: "closed-contact", relay: 2, label: "Main exit barrier is down" },
      { input: 5, part: "loop", loop: "entry-loop", label: "Main entry loop" },
    ],
  },
  {
    name: "yard-board",
    label: "Yard relays",
    protocol: "http",
    relays: 8,
    wires: [
      { relay: 1, part: "barrier", label: "Visitors’ barrier" },
      { relay: 2, part: "barrier", label: "Service barrier" },
      { relay: 3, part: "buzzer", label: "Service buzzer" },
      { relay: 4, part: "lamp", label: "Visitors’ lamp" },
      { relay: 5, part: "lamp", label: "Service lamp" },
    ],
    inputs: [],
  },
];

/** Finds the input of a loop detector; undefined for a loop that pushes its pulses. */
export function findLoopInput(loop: string): { readonly board: string; readonly input: number } | undefined {
  for (const { name, inputs } of boardPlans) {
    const wire = inputs.find((one) => one.part === "loop" && one.loop === loop);
    if (wire) return { board: name, input: wire.input };
  }
  return undefined;
}

export const signPlans: readonly SignPlan[] = [
  { name: "entry-sign", label: "Main entry sign", driver: "text-tcp", rows: 2, chars: 16 },
  { name: "exit-sign", label: "Main exit sign", driver: "ntcip-1203", community: "lakeview", rows: 2, chars: 16 },
  { name: "visitors-sign", label: "Visitors’ sign", driver: "text-tcp", rows: 2, chars: 16 },
  { name: "places-sign", label: "Free places", driver: "text-tcp", rows: 3, chars: 18 },
  { name: "deck-sign", label: "Parking deck", driver: "text-tcp", rows: 4, chars: 18 },
  { name: "road-sign", label: "Ring road", driver: "text-tcp", rows: 2, chars: 12 },
];

/** A light above a part of the parking deck, on while places are free. */
export interface LightPlan {
  readonly relay: RelayAddress;
  /** The device that watches this part. */
  readonly device: string;
  /** The device's id of the camera that watches this part. */
  readonly source: string;
  /** Scope and name of the variable that the light follows. */
  readonly variable: string;
}

export const lightPlans: readonly LightPlan[] = [
  {
    relay: { board: "main-board", relay: 7, driver: "modbus-tcp" },
    device: "deck-watch",
    source: "11",
    variable: "epld/Deck 1 east free",
  },
];
