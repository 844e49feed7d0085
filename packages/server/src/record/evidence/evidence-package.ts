import { createHash } from "node:crypto";
import type { EvidenceSigner } from "../../platform/security/evidence-signer.ts";
import type { ZipPart } from "../../platform/zip.ts";

/** The files of a package that are not parts of the manifest. */
export const evidenceFiles = {
  manifest: "manifest.json",
  signature: "manifest.sig",
  publicKey: "public-key.pem",
} as const;

/** The format of packages; a new one gets a new number. */
export const evidenceFormat = "gatehouse-evidence/1";

/** Lists every part of a package with its hash. The signature covers its bytes. */
export interface EvidenceManifest {
  readonly format: typeof evidenceFormat;
  readonly site: string;
  readonly event: { readonly module: string; readonly id: number };
  readonly createdAt: string;
  readonly createdBy: string;
  /** SHA-256 of the public key. */
  readonly keyFingerprint: string;
  readonly parts: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

/** The hash of a part. */
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Adds the signed manifest and the public key to the parts of a package. */
export function signPackage(
  parts: readonly ZipPart[],
  about: Pick<EvidenceManifest, "site" | "event" | "createdAt" | "createdBy">,
  { publicKey, fingerprint, sign }: EvidenceSigner,
): ZipPart[] {
  const manifest: EvidenceManifest = {
    format: evidenceFormat,
    ...about,
    keyFingerprint: fingerprint,
    parts: parts.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return [
    { name: evidenceFiles.manifest, bytes },
    { name: evidenceFiles.signature, bytes: sign(bytes) },
    { name: evidenceFiles.publicKey, bytes: Buffer.from(publicKey) },
    ...parts,
  ];
}
