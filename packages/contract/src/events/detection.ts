/** A picture sent with a detection. Its bytes are not checked yet. */
export interface DetectionImage {
  readonly kind: "full" | "plate";
  readonly bytes: Uint8Array;
}

/** A vehicle that a device follows: later reports update the event of the first one. */
export interface VehicleTrack {
  /** The device's id of the vehicle, unique for minutes. */
  readonly id: string;
  /** A later report, in contrast to the first one of a vehicle. */
  readonly isUpdate: boolean;
  /** The message as sent, without pictures. */
  readonly message: string;
}

interface DetectionBase {
  /** Identifies the event among those of its device: from its own id, else from its time and content. */
  readonly eventId: string;
  /** The device's own id of its camera, slot controller or detector; null if it names none. */
  readonly source: string | null;
  /** Device time of the event: null if the device sends none, an invalid date if it can't be parsed. */
  readonly at: Date | null;
  /** Neither an id nor a readable time: reports of the same plate or tag within the passage time are one event. */
  readonly isUnidentified?: true;
}

/** What a device detected, in one shape for all protocols. */
export type Detection =
  | (DetectionBase & {
      readonly kind: "plate";
      readonly plate: string;
      /** 0 to 1. */
      readonly confidence: number | null;
      readonly direction: "N" | "X" | null;
      readonly vehicleType: string | null;
      /** Set if the device reports the class separately from the type. */
      readonly vehicleClass?: "2w" | "4w" | null;
      /** kmph */
      readonly speed: number | null;
      readonly images: readonly DetectionImage[];
      /** Reports a passage that has already ended: stored, but never acted upon. */
      readonly isAfterwards: boolean;
      /** The camera sent no time: the event opens a gate only if the settings of its device allow it. */
      readonly isUntimed?: true;
      /** The device follows the vehicle and reports it several times. */
      readonly track?: VehicleTrack;
    })
  | (DetectionBase & { readonly kind: "tag"; readonly tag: string; readonly direction: "N" | "X" | null })
  | (DetectionBase & {
      readonly kind: "count";
      readonly direction: "N" | "X" | null;
      readonly vehicleClass: "2w" | "4w" | null;
      readonly count: number;
    })
  | (DetectionBase & {
      readonly kind: "slots";
      readonly slots: readonly { readonly name: string; readonly state: "free" | "occupied" | "error" }[];
    })
  | (DetectionBase & { readonly kind: "loop" });

/** What a detection reports, apart from its id, source and time. */
export type DetectionContent<Kind extends Detection = Detection> = Kind extends unknown
  ? Omit<Kind, keyof DetectionBase>
  : never;
