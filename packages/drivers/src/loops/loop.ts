import type { TcpTransport } from "../hardware-transport.ts";

/** The address of a board that loop detectors are wired to. */
export interface LoopBoard {
  readonly host: string;
  readonly port: number;
}

/** The inputs of a board at one moment, or why they could not be read. */
export type LoopReading =
  | {
      readonly ok: true;
      /** Whether the loop at each channel is occupied; channels that the board rejected are missing. */
      readonly isOccupied: ReadonlyMap<number, boolean>;
      /** Why the board rejected a channel. */
      readonly refused: ReadonlyMap<number, string>;
    }
  | { readonly ok: false; readonly detail: string };

/** The driver for one kind of input board. */
export interface LoopDriver {
  /** Reads channels, counted from 1. The transport may keep its connection open between calls. */
  read(board: LoopBoard, channels: readonly number[], tcp: TcpTransport): Promise<LoopReading>;
}
