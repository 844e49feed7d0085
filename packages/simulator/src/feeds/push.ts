/** What a device sends to its ingest address. */
export interface Push {
  readonly contentType: string;
  readonly body: Buffer;
  /** What the device appends to the address by itself. */
  readonly path: string;
}

/** A plate as a camera saw it. */
export interface SeenPlate {
  /** The camera's own id of this event. */
  readonly eventId: string;
  /** The device's own id of the camera. */
  readonly camera: string;
  readonly plate: string;
  readonly at: Date;
  readonly direction: "N" | "X" | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly vehicleType: string;
  /** kmph, where the camera measures it. */
  readonly speed: number | null;
  readonly pictures: { readonly full: Buffer; readonly plate: Buffer };
  /** The same passage told again when it is over. */
  readonly isAfterwards: boolean;
}

/** A push of JSON. */
export const jsonPush = (value: unknown, path = ""): Push => ({
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(value)),
  path,
});
