import { createHmac } from "node:crypto";
import type { SecretKey } from "./secret-key.ts";

/** Computes seals with a key that is not in the database, so that its owner can't forge them. */
export interface AuditSeals {
  /** The seal of a text that follows another seal. */
  seal(previous: string, text: string): string;
}

export function createAuditSeals(key: SecretKey): AuditSeals {
  const secret = key.derive("audit");
  return {
    seal: (previous, text) => createHmac("sha256", secret).update(`${previous}\n${text}`).digest("base64url"),
  };
}
