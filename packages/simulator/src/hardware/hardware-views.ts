import type { RelayPart } from "../plan/hardware-plan.ts";
import type { BoardFault } from "./hardware-fault.ts";
import type { RelayBoard } from "./relay-board.ts";
import type { TextSign } from "./text-sign.ts";

/** A relay board as the control lists it: where it is, how it stands, and everything that it was told. */
export interface ListedBoard {
  kind: "board";
  name: string;
  label: string;
  speaks: string;
  ip: string;
  port: number;
  fault: BoardFault;
  relays: {
    relay: number;
    label: string | null;
    part: RelayPart | null;
    isClosed: boolean;
    /** Of a barrier only. */
    isUp: boolean | null;
  }[];
  commands: { at: string; relay: number; does: string; pulseMs: number | null; isObeyed: boolean }[];
  /** When relays were closed and for how long; null while one still is. */
  pulses: { relay: number; from: string; ms: number | null }[];
}

/** A sign as the control lists it. */
export interface ListedSign {
  kind: "sign";
  name: string;
  label: string;
  ip: string;
  port: number;
  fault: BoardFault;
  rows: number;
  chars: number;
  /** What it shows now. */
  shows: string[];
  commands: { at: string; rows: string[]; isObeyed: boolean }[];
}

const ip = "127.0.0.1";

/** What the control says of a board. */
export function listedBoard(board: RelayBoard): ListedBoard {
  const { plan, port, relays } = board;
  const wireOf = (relay: number) => plan.wires.find((wire) => wire.relay === relay);
  return {
    kind: "board",
    name: plan.name,
    label: plan.label,
    speaks: plan.speaks,
    ip,
    port,
    fault: board.manner(),
    relays: Array.from({ length: plan.relays }, (_, index) => {
      const wire = wireOf(index + 1);
      return {
        relay: index + 1,
        label: wire?.label ?? null,
        part: wire?.part ?? null,
        isClosed: relays.isClosed(index + 1),
        isUp: wire?.part === "barrier" ? board.isArmUp(index + 1) : null,
      };
    }),
    commands: relays.commands.map((command) => ({ ...command, at: command.at.toISOString() })),
    pulses: relays.pulses.map(({ relay, from, to }) => ({
      relay,
      from: from.toISOString(),
      ms: to === null ? null : to.getTime() - from.getTime(),
    })),
  };
}

/** What the control says of a sign. */
export function listedSign(sign: TextSign): ListedSign {
  const { name, label, rows, chars } = sign.plan;
  return {
    kind: "sign",
    name,
    label,
    ip,
    port: sign.port,
    fault: sign.manner(),
    rows,
    chars,
    shows: [...sign.shows()],
    commands: sign.commands.map(({ at, rows, isObeyed }) => ({ at: at.toISOString(), rows: [...rows], isObeyed })),
  };
}
