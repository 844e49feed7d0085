import type { Server as TlsServer } from "node:tls";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { fileVersion, readCertificate, type TlsCertificate, type TlsFiles } from "./tls-files.ts";

/** The certificate in use, replaced when its files change. */
export interface TlsReload {
  readonly current: () => TlsCertificate;
  /** Why the files can't be used; undefined while they are in use. */
  readonly error: () => string | undefined;
  stop(): void;
}

const checkIntervalMs = 2_000;

/**
 * Checks the files regularly, because watching a folder does not notice links to other folders. Open connections keep
 * their certificate. Files that can't be used are reported once they stay the same between two checks: certificate and
 * key are rarely replaced at the same moment.
 */
export function startTlsReload(
  server: Pick<TlsServer, "setSecureContext">,
  initial: TlsCertificate,
  { files, clock, log, intervalMs = checkIntervalMs }: { files: TlsFiles; clock: Clock; log: Log; intervalMs?: number },
): TlsReload {
  let current = initial;
  let used = fileVersion(files);
  let rejected: string | undefined;
  let fault: string | undefined;

  function check(): void {
    const version = fileVersion(files);
    if (version === used) {
      fault = rejected = undefined;
      return;
    }
    if (version === rejected && fault !== undefined) return;
    try {
      current = readCertificate(files, clock.now());
      server.setSecureContext({ cert: current.cert, key: current.key });
      used = version;
      fault = rejected = undefined;
      log.info({ fingerprint: current.fingerprint, expiresAt: current.expiresAt }, "the TLS certificate was replaced");
    } catch (error) {
      if (version === rejected) {
        fault = (error as Error).message;
        log.error(`the TLS certificate was not replaced, the earlier one stays in use. ${fault}`);
      }
      rejected = version;
    }
  }

  const timer = setInterval(check, intervalMs);
  timer.unref();
  return { current: () => current, error: () => fault, stop: () => clearInterval(timer) };
}
