import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { DeviceStatus } from "../device-status.ts";
import type { HardwareTransports } from "../hardware-transport.ts";

/** The address and size of a text sign. */
export interface SignAddress {
  readonly host: string;
  readonly port: number;
  readonly rows: number;
  readonly chars: number;
  /** The community string of an SNMP sign, if another one than the default. */
  readonly community?: string;
}

/** How long a text is meant to be shown. */
export interface ShowOptions {
  /** Absent: until the next text. */
  readonly seconds?: number;
  /** Whether it is too late to show the text; for drivers that need several requests. */
  isExpired?(): boolean;
}

/** The driver for one kind of sign. */
export interface SignDriver {
  /** Shows these rows, cut and padded to the size of the sign. */
  show(
    sign: SignAddress,
    rows: readonly string[],
    transports: HardwareTransports,
    options?: ShowOptions,
  ): Promise<HardwareResult>;
  /** Checks the sign without changing what it shows. */
  checkStatus?(sign: SignAddress, transports: HardwareTransports): Promise<DeviceStatus>;
}
