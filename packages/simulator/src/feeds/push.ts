/** Request of a device to its ingest address. */
export interface Push {
  readonly contentType: string;
  readonly body: Buffer;
  /** Path that the device appends to the address. */
  readonly path: string;
  /** Headers of the device's own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A plate that a camera detected. */
export interface DetectedPlate {
  /** The camera's id of the event. */
  readonly eventId: string;
  /** The device's id of the camera. */
  readonly camera: string;
  readonly plate: string;
  readonly at: Date;
  readonly direction: "N" | "X" | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly vehicleType: string;
  /** In km/h; null if the camera doesn't measure it. */
  readonly speed: number | null;
  readonly images: { readonly full: Buffer; readonly plate: Buffer };
  /** The vehicle of an earlier event left the view. */
  readonly hasLeftView: boolean;
}

/** Encodes a JSON request. */
export const toJsonPush = (value: unknown, path = ""): Push => ({
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(value)),
  path,
});
