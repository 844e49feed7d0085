import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { BoardStatus } from "../device-status.ts";
import type { HardwareTransports } from "../hardware-transport.ts";

/** The address of a relay: its board and its number on the board. */
export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** From 1. */
  readonly relayNumber: number;
  /** The Modbus unit of the board, 1 if missing; other protocols have none. */
  readonly unitId?: number;
}

/** The driver for one kind of relay board. */
export interface RelayDriver {
  /** Whether the board ends a pulse by itself, even if the server crashes. */
  readonly timesPulses: boolean;
  /** Closes the relay; a board that times pulses opens it again after the given time. */
  close(relay: RelayAddress, pulseMs: number, transports: HardwareTransports): Promise<HardwareResult>;
  /** Closes the relay until it is released, for lamps. Barriers only get pulses. */
  hold(relay: RelayAddress, transports: HardwareTransports): Promise<HardwareResult>;
  /** Opens the relay at the end of a pulse, or to switch a lamp off. */
  release(relay: RelayAddress, transports: HardwareTransports): Promise<HardwareResult>;
  /** Checks the board of these relays, which have the same host and port, and switches nothing. */
  checkStatus?(relays: readonly RelayAddress[], transports: HardwareTransports): Promise<BoardStatus>;
}
