import { createHash } from "node:crypto";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { failed, success } from "@gatehouse/drivers/device-result";
import type { HttpLimits } from "../../alert/http-client.ts";
import { fetchFromDevice } from "../../alert/site-http.ts";
import type { ReadDb } from "../../platform/database/database.ts";

/** A picture of a camera. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Hash of the content. */
  readonly etag: string;
}

/** Requests a picture of a camera. */
export type PictureFetch = (url: string) => Promise<DeviceResult<Picture>>;

const limits: HttpLimits = { timeoutMs: 3_000, maxBytes: 4 * 1_048_576 };

/** The accepted formats by their signature. SVG is not one of them, because it can contain scripts. */
const formats: readonly { contentType: string; starts: Buffer }[] = [
  { contentType: "image/jpeg", starts: Buffer.from([0xff, 0xd8, 0xff]) },
  { contentType: "image/png", starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  { contentType: "image/gif", starts: Buffer.from("GIF8") },
  { contentType: "image/webp", starts: Buffer.from("RIFF") },
];

/** Fetches pictures within the site's networks. The type comes from the content, not from the camera's header. */
export const createPictureFetch =
  (db: ReadDb): PictureFetch =>
  async (text) => {
    if (!URL.canParse(text)) return failed("unreachable", "The frame URL is not valid.");
    const response = await fetchFromDevice(db, new URL(text), limits);
    if (!response.ok) return response;
    const { status, headers, bytes } = response.value;
    if (status === 401 || status === 403) {
      return failed("wrong-credentials", "The camera rejects the user name or password of the frame URL.");
    }
    if (status !== 200) return failed("refused", `The camera answered ${status}.`);
    const declared = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    if (!declared.startsWith("image/")) {
      return failed("not-understood", `The camera answered ${declared || "something"} instead of a picture.`);
    }
    const format = formats.find(({ starts }) => starts.equals(bytes.subarray(0, starts.length)));
    if (!format) return failed("not-understood", "The picture is not JPEG, PNG, GIF or WebP.");
    const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    return success({ contentType: format.contentType, bytes, etag });
  };
