/** What arrived at the ingest address, its parts already taken apart. */
export interface Payload {
  readonly contentType: string;
  /** The path behind the device's ingest address: Dahua appends its own. */
  readonly path: string;
  /** The text of a JSON or XML body, or of the first such part of a multipart one. */
  readonly text: string;
  /** JSON, where the text is that. */
  readonly json: unknown;
  /** XML, where the text is that: elements by their names without namespaces, attributes as "@name", text as "#text". */
  readonly xml?: unknown;
  /** The site's zone, for clocks that tell no offset. */
  readonly timeZone?: string;
  /** When it arrived, for clocks that show an hour twice. */
  readonly receivedAt?: Date;
  /** Pictures of a multipart body, by their names. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** A picture that came with a sighting; nobody has looked at its bytes yet. */
export interface SightingImage {
  readonly kind: "full" | "plate";
  readonly bytes: Uint8Array;
}

interface SightingBase {
  /** Identifies the event among those of its device: from its own id, else from its time and content. */
  readonly eventId: string;
  /** The device's own id or uid of its camera, slot controller or detector; null where it names none. */
  readonly source: string | null;
  /** When it happened by the device's clock; null where it does not say, a date that is none where nobody understands it. */
  readonly at: Date | null;
}

/** What a device saw, in one shape whatever it speaks. */
export type Sighting =
  | (SightingBase & {
      readonly kind: "plate";
      readonly plate: string;
      /** 0 to 1. */
      readonly confidence: number | null;
      readonly direction: "N" | "X" | null;
      readonly vehicleType: string | null;
      /** Where the device tells it apart from the type. */
      readonly vehicleClass?: "2w" | "4w" | null;
      /** kmph */
      readonly speed: number | null;
      readonly images: readonly SightingImage[];
      /** A report on a passage that is over: stored, never acted upon. */
      readonly isAfterwards: boolean;
    })
  | (SightingBase & { readonly kind: "tag"; readonly tag: string; readonly direction: "N" | "X" | null })
  | (SightingBase & {
      readonly kind: "count";
      readonly direction: "N" | "X" | null;
      readonly vehicleClass: "2w" | "4w" | null;
      readonly count: number;
    })
  | (SightingBase & {
      readonly kind: "slots";
      readonly slots: readonly { readonly name: string; readonly state: "free" | "occupied" | "error" }[];
    })
  | (SightingBase & { readonly kind: "loop" });

/** What a sighting reports, apart from its id, camera and time. */
export type SightingContent<Kind extends Sighting = Sighting> = Kind extends unknown
  ? Omit<Kind, keyof SightingBase>
  : never;

/** What a payload was understood as: sightings (none for a heartbeat), or why it was not. */
export type Understood =
  | { readonly ok: true; readonly sightings: readonly Sighting[]; readonly detail: string }
  | { readonly ok: false; readonly detail: string };

/** The answer that the device expects to hear. */
export interface FeedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** How one vendor's devices push what they see. */
export interface Feed {
  /** What a person reads: "Hikvision ANPR". */
  readonly title: string;
  /** Whether a payload is of this feed, by its shape. */
  recognises(payload: Payload): boolean;
  read(payload: Payload): Understood;
  /** What is answered once every sighting is stored. */
  answer(payload: Payload): FeedAnswer;
}
