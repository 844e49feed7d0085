import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { HardwareTransports } from "../hardware-transport.ts";

/** Where a relay is: a board in the network and the number of the relay on it. */
export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** From 1. */
  readonly relayNumber: number;
}

/** How one kind of relay board is spoken to. */
export interface RelayDriver {
  /** Whether the board ends a pulse by itself, so that a crash of ours leaves nothing stuck. */
  readonly timesPulses: boolean;
  /** Closes the relay; a board that times pulses opens it again after the given time. */
  close(relay: RelayAddress, pulseMs: number, transports: HardwareTransports): Promise<HardwareResult>;
  /** Closes the relay until it is released: for what shines on and on. A barrier is only ever given a pulse. */
  hold(relay: RelayAddress, transports: HardwareTransports): Promise<HardwareResult>;
  /** Opens the relay again: the end of a pulse or of a lamp's light, never a command to an arm. */
  release(relay: RelayAddress, transports: HardwareTransports): Promise<HardwareResult>;
}
