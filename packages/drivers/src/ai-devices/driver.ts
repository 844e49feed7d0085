/** Where a device is and how it is talked to. */
export interface AiDeviceAddress {
  readonly ip: string;
  readonly apiPort: number;
  readonly apiBasepath: string;
}

/** A GET that answers its status, or nothing when the device could not be reached in time. */
export type HttpGet = (url: string) => Promise<{ status: number } | undefined>;

/** How one vendor's devices are spoken to; the transport is handed in. */
export interface AiDeviceDriver {
  /** Whether the device is well. */
  probe(device: AiDeviceAddress, get: HttpGet): Promise<boolean>;
}
