import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { SecretKey } from "./secret-key.ts";

/** Signs evidence packages with the Ed25519 key of the installation. */
export interface EvidenceSigner {
  /** SPKI in PEM. */
  readonly publicKey: string;
  readonly fingerprint: string;
  sign(bytes: Uint8Array): Buffer;
}

/** RFC 8410: what precedes the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key pair is derived from the secret of the installation, so it lasts as long and is backed up with it. */
export function createEvidenceSigner(key: SecretKey): EvidenceSigner {
  const der = Buffer.concat([pkcs8Prefix, key.derive("evidence")]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString();
  return { publicKey, fingerprint: fingerprintOf(publicKey), sign: (bytes) => sign(null, bytes, privateKey) };
}

/** SHA-256 of a public key in DER, in hexadecimal. */
export const fingerprintOf = (publicKey: string): string =>
  createHash("sha256")
    .update(createPublicKey(publicKey).export({ format: "der", type: "spki" }))
    .digest("hex");
