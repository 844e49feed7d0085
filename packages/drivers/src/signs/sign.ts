import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { DeviceStatus } from "../device-status.ts";
import type { HardwareTransports } from "../hardware-transport.ts";

/** The address and size of a text sign. */
export interface SignAddress {
  readonly host: string;
  readonly port: number;
  readonly rows: number;
  readonly chars: number;
}

/** The driver for one kind of sign. */
export interface SignDriver {
  /** Shows these rows, cut and padded to the size of the sign. */
  show(sign: SignAddress, rows: readonly string[], transports: HardwareTransports): Promise<HardwareResult>;
  /** Checks the sign without changing what it shows. */
  checkStatus?(sign: SignAddress, transports: HardwareTransports): Promise<DeviceStatus>;
}
