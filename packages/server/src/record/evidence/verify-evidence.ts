import { createPublicKey, verify } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Entry, fromBuffer } from "yauzl";
import { fingerprintOf } from "../../platform/security/evidence-signer.ts";
import { type EvidenceManifest, evidenceFiles, evidenceFormat, sha256 } from "./evidence-package.ts";

/** The result of a verification. The package is genuine if there are no errors. */
export interface EvidenceReport {
  readonly manifest: EvidenceManifest | undefined;
  readonly fingerprint: string | undefined;
  /** Whether the key comes from the package itself: its fingerprint has to be compared. */
  readonly isOwnKey: boolean;
  readonly faults: readonly string[];
}

/** Verifies a package with a public key, by default the one in the package. */
export async function verifyEvidence(file: Buffer, givenKey?: string): Promise<EvidenceReport> {
  const { files, repeated } = await readZip(file);
  const errors = repeated.map((name) => `${name}: in the package more than once`);
  const ownKey = files.get(evidenceFiles.publicKey)?.toString();
  const isOwnKey = givenKey === undefined;
  const fingerprint = tryFingerprint(givenKey ?? ownKey);
  const manifestBytes = files.get(evidenceFiles.manifest);
  for (const name of Object.values(evidenceFiles)) if (!files.has(name)) errors.push(`${name}: missing`);
  if (fingerprint === undefined)
    errors.push(`${isOwnKey ? evidenceFiles.publicKey : "The given key"}: not a public key`);
  const signature = files.get(evidenceFiles.signature);
  const key = givenKey ?? ownKey;
  if (manifestBytes && signature && key !== undefined && fingerprint !== undefined) {
    const isSigned = verify(null, manifestBytes, createPublicKey(key), signature);
    if (!isSigned)
      errors.push(
        `${evidenceFiles.manifest}: the signature does not match: it was modified or signed with another key`,
      );
  }
  if (!isOwnKey && ownKey !== undefined && tryFingerprint(ownKey) !== fingerprint) {
    errors.push(`${evidenceFiles.publicKey}: not the given key`);
  }
  const manifest = manifestBytes && parseManifest(manifestBytes);
  if (manifestBytes && !manifest) errors.push(`${evidenceFiles.manifest}: not a manifest of ${evidenceFormat}`);
  return { manifest, fingerprint, isOwnKey, faults: manifest ? [...errors, ...compareParts(manifest, files)] : errors };
}

/** Names the modified, missing and added parts. */
function compareParts({ parts }: EvidenceManifest, files: ReadonlyMap<string, Buffer>): string[] {
  const changed = parts.flatMap((part) => {
    const bytes = files.get(part.name);
    if (!bytes) return [`${part.name}: missing`];
    return sha256(bytes) === part.sha256 ? [] : [`${part.name}: modified`];
  });
  const known = new Set<string>([...parts.map(({ name }) => name), ...Object.values(evidenceFiles)]);
  const added = [...files.keys()].filter((name) => !known.has(name)).map((name) => `${name}: added`);
  return [...changed, ...added];
}

function parseManifest(bytes: Buffer): EvidenceManifest | undefined {
  try {
    const manifest = JSON.parse(bytes.toString()) as EvidenceManifest;
    return manifest.format === evidenceFormat && Array.isArray(manifest.parts) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function tryFingerprint(key: string | undefined): string | undefined {
  try {
    return key === undefined ? undefined : fingerprintOf(key);
  } catch {
    return undefined;
  }
}

/** The files of a ZIP file by name, and the names that it has more than once. */
interface ZipContents {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly repeated: readonly string[];
}

/** Reads a whole ZIP file. */
export function readZip(bytes: Buffer): Promise<ZipContents> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      const files = new Map<string, Buffer>();
      const repeated: string[] = [];
      const read = (entry: Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure);
          buffer(stream).then((content) => {
            if (files.has(entry.fileName)) repeated.push(entry.fileName);
            else if (!entry.fileName.endsWith("/")) files.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        });
      zip.on("entry", read);
      zip.on("error", reject);
      zip.on("end", () => resolve({ files, repeated }));
      zip.readEntry();
    });
  });
}
