import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A self-signed certificate for this machine. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate with openssl, for tests over loopback addresses. */
export function createCertificate(commonName: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-cert-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const names = ["-subj", `/CN=${commonName}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  try {
    execFileSync(
      "openssl",
      ["req", "-x509", ...curve, "-noenc", "-days", "90", "-keyout", key, "-out", cert, ...names],
      { stdio: "pipe" },
    );
    return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder for the files of one test. */
export function certificateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
