import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { errorReason, StartupError } from "../startup-error.ts";

/** The files of the certificate, in PEM. */
export interface TlsFiles {
  readonly certPath: string;
  readonly keyPath: string;
  /** How long browsers remember to use TLS only; 0 omits the header. */
  readonly hstsSeconds: number;
}

export interface TlsCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly expiresAt: Date;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
}

/** Reads and checks the certificate; throws a StartupError with a sentence that names the problem. */
export function readCertificate({ certPath, keyPath }: TlsFiles, now: Date): TlsCertificate {
  const cert = readPart("TLS_CERT", certPath);
  const key = readPart("TLS_KEY", keyPath);
  const leaf = attempt(() => new X509Certificate(cert), `TLS_CERT: ${certPath} is not a certificate in PEM`);
  const privateKey = attempt(() => createPrivateKey(key), `TLS_KEY: ${keyPath} is not a private key in PEM`);
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new StartupError(`TLS_KEY: ${keyPath} does not belong to the certificate in ${certPath}.`);
  }
  const expiresAt = leaf.validToDate;
  if (expiresAt <= now)
    throw new StartupError(`TLS_CERT: the certificate in ${certPath} expired on ${expiresAt.toISOString()}.`);
  attempt(() => createSecureContext({ cert, key }), "TLS_CERT: the certificate can't be used");
  return { cert, key, expiresAt, fingerprint: leaf.fingerprint256 };
}

function readPart(name: string, path: string): Buffer {
  return attempt(() => readFileSync(path), `${name}: ${path} can't be read`);
}

function attempt<T>(work: () => T, sentence: string): T {
  try {
    return work();
  } catch (error) {
    throw new StartupError(`${sentence} (${errorReason(error)}).`);
  }
}

/** Changes with the files, also if they are replaced through symbolic links, as ACME clients do. */
export function fileVersion({ certPath, keyPath }: TlsFiles): string {
  return [certPath, keyPath]
    .map((path) => {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : "missing";
    })
    .join(", ");
}
