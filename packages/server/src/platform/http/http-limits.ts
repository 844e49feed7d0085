/** Limits on the resources that callers occupy while the server receives their requests. */
export interface HttpLimits {
  /** Time limit of the headers, and the period over which the transfer rate of a body is measured. */
  readonly requestTimeoutMs: number;
  /** Minimum transfer rate of a body, averaged over the period above. */
  readonly minBytesPerSecond: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Bodies in memory: one total for authenticated devices, one for all other callers. */
  readonly maxBodyBytes: number;
  /** The same for one authenticated device or one address. */
  readonly maxBodyBytesPerAddress: number;
}

export const megabyte = 1_048_576;

/** The largest body that is held in memory must fit within every limit. */
export const minBodyMegabytes = 16;

export const defaultHttpLimits: HttpLimits = {
  requestTimeoutMs: 20_000,
  minBytesPerSecond: 1_024,
  maxConnections: 2_000,
  maxConnectionsPerAddress: 200,
  maxBodyBytes: 256 * megabyte,
  maxBodyBytesPerAddress: 64 * megabyte,
};
