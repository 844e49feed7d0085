import type { FeedResult, PayloadReader } from "../../src/plate-feeds/feed.ts";
import { parsePayload } from "../../src/plate-feeds/payload.ts";
import { readPayload } from "../../src/plate-feeds/registry.ts";

/** A push of a device. */
export interface Pushed {
  readonly body: string | Uint8Array;
  readonly contentType?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
  readonly receivedAt?: Date;
}

/** The start of a JPEG file. */
export const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x0d, 0x0a, 0x2d, 0x2d, 0x00);

/** The same bytes as base64. */
export const jpegText = Buffer.from(jpeg).toString("base64");

/** Parses and reads a push. */
export function received({
  body,
  contentType = "",
  path = "",
  headers = {},
  timeZone = "Asia/Kolkata",
  receivedAt = new Date("2026-11-15T04:00:01Z"),
}: Pushed): FeedResult & { feed: PayloadReader | null } {
  const taken = parsePayload({ body: Buffer.from(body), contentType, path, headers, timeZone, receivedAt });
  return taken.ok ? readPayload(taken.payload) : { ...taken, feed: null };
}

/** The same for JSON. */
export const receivedJson = (value: unknown, path = "") =>
  received({ body: JSON.stringify(value), contentType: "application/json", path });

/** The first detection of a JSON push, or why there is none. */
export function firstOf(value: unknown, path = "") {
  const understood = receivedJson(value, path);
  return understood.ok ? understood.detections[0] : understood.detail;
}

/** The response to a push. */
export function answered({ body, contentType = "", path = "", headers = {} }: Pushed) {
  const taken = parsePayload({ body: Buffer.from(body), contentType, path, headers });
  return taken.ok ? readPayload(taken.payload).feed?.response(taken.payload) : undefined;
}

/** A multipart body as cameras send it. */
export function multipart(
  parts: readonly {
    readonly name: string;
    /** The file name if it is not the name; null for none. */
    readonly file?: string | null;
    readonly type: string;
    readonly bytes: string | Uint8Array;
  }[],
  { kind = "form-data", boundary = "MIME_boundary", lineEnd = "\r\n" } = {},
): Pushed {
  const chunks = parts.flatMap(({ name, file = name, type, bytes }) => {
    const fileName = file === null ? "" : `; filename="${file}"`;
    const disposition = `Content-Disposition: form-data; name="${name}"${fileName}`;
    const head = [`--${boundary}`, disposition, `Content-Type: ${type}`, `Content-Length: ${bytes.length}`, "", ""];
    return [Buffer.from(head.join(lineEnd)), Buffer.from(bytes), Buffer.from(lineEnd)];
  });
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--`)]),
    contentType: `multipart/${kind}; boundary=${boundary}`,
  };
}
