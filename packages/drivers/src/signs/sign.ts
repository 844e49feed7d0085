import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { HardwareTransports } from "../hardware-transport.ts";

/** A sign of rows and characters. */
export interface SignAddress {
  readonly host: string;
  readonly port: number;
  readonly rows: number;
  readonly chars: number;
}

/** How one kind of sign is spoken to. */
export interface SignDriver {
  /** Shows exactly these rows, cut and filled to the sign's size. */
  show(sign: SignAddress, rows: readonly string[], transports: HardwareTransports): Promise<HardwareResult>;
}
