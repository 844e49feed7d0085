import type { Detection } from "@gatehouse/contract/events/detection";
import type { UnderstoodPlate } from "@gatehouse/contract/events/understood";
import type { PlateFormat } from "@gatehouse/contract/plate-formats";

/** A parsed push of a device. */
export interface Payload {
  readonly contentType: string;
  /** The path behind the device's ingest address: Dahua appends its own. */
  readonly path: string;
  /** The headers of the request in lower case, without credentials: some cameras name themselves there. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of a JSON or XML body, or of the first such part of a multipart one. */
  readonly text: string;
  /** Parsed JSON, if the text is JSON. */
  readonly json: unknown;
  /** Parsed XML, if the text is XML: elements by name without namespace, attributes as "@name", text as "#text". */
  readonly xml?: unknown;
  /** The fields of a form, URL-encoded or multipart. */
  readonly form?: Readonly<Record<string, string>>;
  /** The site's time zone, for times without an offset. */
  readonly timeZone?: string;
  /** Time of receipt, for times in an hour that occurs twice. */
  readonly receivedAt?: Date;
  /** The other texts of a multipart body: no format reads them, but a plate in them must not get lost. */
  readonly otherTexts?: readonly unknown[];
  /** The images of a multipart body: the name of their field and their file name. */
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[];
}

/** The detections of a payload (none for a heartbeat), or why it could not be read. */
export type FeedResult =
  | {
      readonly ok: true;
      readonly detections: readonly Detection[];
      readonly detail: string;
      /** What the first plate was made of; absent for messages without a plate. */
      readonly understood?: UnderstoodPlate;
      /** It only shows that the device is connected: it hides no earlier message from the installer. */
      readonly isKeepAlive?: true;
      /** Why other plates or tags of the message were not read. They are rejected once the detections are stored. */
      readonly error?: string;
      /** The plate in the message was reported before, and is not lost. */
      readonly isReported?: true;
    }
  | { readonly ok: false; readonly detail: string };

/** The response that the device expects. */
export interface FeedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Reads payloads of one format, built in or assigned to a device. */
export interface PayloadReader {
  /** Shown to operators, for example "Hikvision ANPR". */
  readonly title: string;
  /** It reads a list of messages itself. Other formats have one message, and get the entries one by one. */
  readonly readsLists?: true;
  /** Whether a payload has this format, by its structure. */
  recognises(payload: Payload): boolean;
  read(payload: Payload): FeedResult;
  /** The response once every detection is stored. */
  response(payload: Payload): FeedResponse;
}

/** The push format of one vendor. */
export type Feed = PlateFormat & PayloadReader;

/** For devices that only check the status. */
export const plainResponse = (): FeedResponse => ({ status: 200, contentType: "text/plain", body: "OK" });

/** For messages that contain no read: tests and other events. */
export const ignored = (detail: string): FeedResult => ({ ok: true, detections: [], detail });

/** For messages that are sent at an interval and contain nothing. */
export const keptAlive = (detail = "A keep-alive."): FeedResult => ({
  ok: true,
  detections: [],
  detail,
  isKeepAlive: true,
});
