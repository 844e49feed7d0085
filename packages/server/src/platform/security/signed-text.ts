import { createHmac, timingSafeEqual } from "node:crypto";

/** Texts that travel through a browser and come back unaltered, or not at all. */
export interface SignedText {
  sign(text: string): string;
  /** Nothing when it was altered or is not ours. */
  read(signed: string): string | undefined;
}

const macBytes = 16;

/** Signs under a key of its own. */
export function createSignedText(secret: Uint8Array): SignedText {
  const macOf = (text: string) => createHmac("sha256", secret).update(text).digest().subarray(0, macBytes);
  return {
    sign: (text) => Buffer.concat([macOf(text), Buffer.from(text)]).toString("base64url"),
    read: (signed) => {
      const bytes = Buffer.from(signed, "base64url");
      const text = bytes.subarray(macBytes).toString();
      const isOurs = bytes.length > macBytes && timingSafeEqual(bytes.subarray(0, macBytes), macOf(text));
      return isOurs ? text : undefined;
    },
  };
}
