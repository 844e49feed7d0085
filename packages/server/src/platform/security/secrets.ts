import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKey } from "./secret-key.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts device passwords, so that the database alone does not reveal them. */
export interface Secrets {
  seal(text: string): string;
  /** Returns undefined if the text was altered or encrypted with another key. */
  open(sealed: string): string | undefined;
}

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
      // The cipher would accept a shorter tag, which is easier to forge.
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = decipher.update(bytes.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch {
        // A record that can't be decrypted affects that record only, so this is a value and not an exception.
        return undefined;
      }
    },
  };
}
