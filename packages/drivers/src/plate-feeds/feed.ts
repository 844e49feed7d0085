import type { Detection } from "@gatehouse/contract/events/detection";

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

/** What a payload was understood as: detections (none for a heartbeat), or why it was not. */
export type FeedResult =
  | { readonly ok: true; readonly detections: readonly Detection[]; readonly detail: string }
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
  read(payload: Payload): FeedResult;
  /** What is answered once every detection is stored. */
  answer(payload: Payload): FeedAnswer;
}

/** For devices that look at the status only. */
export const plainAnswer = (): FeedAnswer => ({ status: 200, contentType: "text/plain", body: "OK" });
