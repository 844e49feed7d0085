// PostgreSQL is unreachable, starting, stopping, read-only after a failover, out of connections or out of disk space.
const unavailableCodes = /^(08|25006|53|57P0|58)|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH/;

// Messages of pg for connections that failed, broke or timed out.
const connectionErrors =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable/;

// A file that can't grow has no error code of its own.
const fileErrors = /could not (extend|write|create|flush|fsync)|No space left|File too large/;

/** Whether an error is a fault of the database or of the connection to it, rather than of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  return (
    unavailableCodes.test(String(code)) ||
    connectionErrors.test(message) ||
    (String(code).startsWith("XX") && fileErrors.test(message))
  );
}
