import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKey } from "./secret-key.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Keeps the passwords of devices so that the database alone tells nothing of them. */
export interface Secrets {
  seal(text: string): string;
  /** The text, or undefined when it was altered or sealed under another key. */
  open(sealed: string): string | undefined;
}

/** Encrypts with a key derived for this purpose only. */
export function createSecrets(key: SecretKey): Secrets {
  const secret = key.derive("device secrets");
  return {
    seal: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, secret, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      // A shorter tag would be accepted by the cipher and is easier to forge.
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = decipher.update(bytes.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch {
        // SAFE-1: a record that can't be decrypted affects that record only, so this is a value and not an exception.
        return undefined;
      }
    },
  };
}
