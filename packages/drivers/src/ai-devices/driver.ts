import type { DeviceResult, HttpAnswer } from "../device-result.ts";

/** Where a device is and how it is talked to. */
export interface AiDeviceAddress {
  readonly ip: string;
  readonly apiPort: number;
  readonly apiBasepath: string;
  readonly username?: string;
  readonly password?: string;
}

/** A parking slot as the device names it. */
export interface ReportedSlot {
  readonly id: string;
  readonly name: string;
}

/** A camera as the device names it. */
export interface ReportedCamera {
  readonly id: string;
  readonly name: string;
  readonly slots: readonly ReportedSlot[];
}

/** One GET, with limits of time and size and inside the site's networks. */
export type HttpTransport = (request: {
  url: string;
  headers?: Record<string, string>;
}) => Promise<DeviceResult<HttpAnswer>>;

/** How one vendor's devices are spoken to; the transport is handed in. */
export interface AiDeviceDriver {
  /** Whether the device is well. */
  probe(device: AiDeviceAddress, http: HttpTransport): Promise<DeviceResult<null>>;
  /** Absent where the vendor's cameras are entered by hand. */
  readonly listCameras?: (
    device: AiDeviceAddress,
    http: HttpTransport,
  ) => Promise<DeviceResult<readonly ReportedCamera[]>>;
  /** Absent where the vendor's cameras are entered by hand. */
  readonly readCamera?: (
    device: AiDeviceAddress,
    cameraId: string,
    http: HttpTransport,
  ) => Promise<DeviceResult<ReportedCamera>>;
}
