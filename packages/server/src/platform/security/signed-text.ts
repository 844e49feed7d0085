import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs text that browsers store and send back. */
export interface SignedText {
  sign(text: string): string;
  /** Returns undefined if the signature is invalid. */
  read(signed: string): string | undefined;
}

const macBytes = 16;

export function createSignedText(secret: Uint8Array): SignedText {
  const macOf = (text: string) => createHmac("sha256", secret).update(text).digest().subarray(0, macBytes);
  return {
    sign: (text) => Buffer.concat([macOf(text), Buffer.from(text)]).toString("base64url"),
    read: (signed) => {
      const bytes = Buffer.from(signed, "base64url");
      const text = bytes.subarray(macBytes).toString();
      const isValid = bytes.length > macBytes && timingSafeEqual(bytes.subarray(0, macBytes), macOf(text));
      return isValid ? text : undefined;
    },
  };
}
