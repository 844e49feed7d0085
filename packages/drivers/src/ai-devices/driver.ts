import type { DeviceResult, HttpResponse } from "../device-result.ts";

/** The address and credentials of a device. */
export interface AiDeviceAddress {
  readonly ip: string;
  readonly apiPort: number;
  readonly apiBasepath: string;
  readonly username?: string;
  readonly password?: string;
}

/** A parking slot that a device reports. */
export interface ReportedSlot {
  readonly id: string;
  readonly name: string;
}

export interface ReportedCamera {
  readonly id: string;
  readonly name: string;
  readonly slots: readonly ReportedSlot[];
}

/** One GET with limits on time and size, limited to the site's networks. */
export type HttpTransport = (request: {
  url: string;
  headers?: Record<string, string>;
}) => Promise<DeviceResult<HttpResponse>>;

/** The driver for the devices of one vendor. */
export interface AiDeviceDriver {
  /** Checks the health of the device. */
  probe(device: AiDeviceAddress, http: HttpTransport): Promise<DeviceResult<null>>;
  /** Absent if the vendor's cameras are added manually. */
  readonly listCameras?: (
    device: AiDeviceAddress,
    http: HttpTransport,
  ) => Promise<DeviceResult<readonly ReportedCamera[]>>;
  /** Absent if the vendor's cameras are added manually. */
  readonly readCamera?: (
    device: AiDeviceAddress,
    cameraId: string,
    http: HttpTransport,
  ) => Promise<DeviceResult<ReportedCamera>>;
}
