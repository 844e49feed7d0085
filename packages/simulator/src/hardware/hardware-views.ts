import type { RelayPart, SimulatedSignDriver } from "../plan/hardware-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";
import type { RelayBoard } from "./relay-board.ts";
import type { SimulatedSign } from "./sign.ts";
import type { SimulatedReader } from "./simulated-reader.ts";

/** A relay board in the control API: address, state and command log. */
export interface BoardView {
  kind: "board";
  name: string;
  label: string;
  protocol: string;
  ip: string;
  port: number;
  fault: HardwareFault;
  relays: {
    relay: number;
    label: string | null;
    part: RelayPart | null;
    isClosed: boolean;
    /** Null unless a barrier is wired to the relay. */
    isUp: boolean | null;
    /** Null unless a barrier is wired to the relay. */
    isStuck: boolean | null;
  }[];
  inputs: { input: number; label: string; isSet: boolean; isStuck: boolean }[];
  commands: { at: string; relay: number; action: string; pulseMs: number | null; isExecuted: boolean }[];
  /** Periods in which relays were closed; `ms` is null while a relay still is. */
  pulses: { relay: number; from: string; ms: number | null }[];
}

/** A sign in the control API. */
export interface SignView {
  kind: "sign";
  name: string;
  label: string;
  ip: string;
  port: number;
  driver: SimulatedSignDriver;
  /** The community string of a sign with SNMP. */
  community: string | null;
  fault: HardwareFault;
  rows: number;
  chars: number;
  shownRows: string[];
  commands: { at: string; rows: string[]; isExecuted: boolean }[];
}

/** An RFID reader in the control API. */
export interface ReaderView {
  kind: "reader";
  name: string;
  label: string;
  driver: string;
  ip: string;
  port: number;
  fault: HardwareFault;
  isConnected: boolean;
}

const ip = "127.0.0.1";

/** Describes a relay board. */
export function toBoardView(board: RelayBoard): BoardView {
  const { plan, port, relays } = board;
  const findWire = (relay: number) => plan.wires.find((wire) => wire.relay === relay);
  return {
    kind: "board",
    name: plan.name,
    label: plan.label,
    protocol: plan.protocol,
    ip,
    port,
    fault: board.fault(),
    relays: Array.from({ length: plan.relays }, (_, index) => {
      const wire = findWire(index + 1);
      return {
        relay: index + 1,
        label: wire?.label ?? null,
        part: wire?.part ?? null,
        isClosed: relays.isClosed(index + 1),
        isUp: wire?.part === "barrier" ? board.isArmUp(index + 1) : null,
        isStuck: wire?.part === "barrier" ? board.arms.isStuck(index + 1) : null,
      };
    }),
    inputs: plan.inputs.map(({ input, label }) => ({
      input,
      label,
      isSet: board.inputs.isSet(input),
      isStuck: board.inputs.isStuck(input),
    })),
    commands: relays.commands.map((command) => ({ ...command, at: command.at.toISOString() })),
    pulses: relays.pulses.map(({ relay, from, to }) => ({
      relay,
      from: from.toISOString(),
      ms: to === null ? null : to.getTime() - from.getTime(),
    })),
  };
}

/** Describes a sign. */
export function toSignView(sign: SimulatedSign): SignView {
  const { name, label, driver, community = null, rows, chars } = sign.plan;
  return {
    kind: "sign",
    name,
    label,
    ip,
    port: sign.port,
    driver,
    community,
    fault: sign.fault(),
    rows,
    chars,
    shownRows: [...sign.shownRows()],
    commands: sign.commands.map(({ at, rows, isExecuted }) => ({ at: at.toISOString(), rows: [...rows], isExecuted })),
  };
}

/** Describes a reader. */
export function toReaderView({ plan, port, fault, isConnected }: SimulatedReader): ReaderView {
  const { name, label, driver } = plan;
  return { kind: "reader", name, label, driver, ip, port, fault: fault(), isConnected: isConnected() };
}
