/** Returns 200 while the process runs. */
export const livenessPath = "/healthz";

/** Returns 200 if the server can decide and store events, otherwise 503 with the errors. */
export const readinessPath = "/readyz";

/** The parts that a server needs to work. */
export type ReadinessPart = "database" | "migrations" | "disk" | "live-updates" | "field-controller";

/** A part that does not work. */
export interface ReadinessError {
  part: ReadinessPart;
  detail: string;
}

/** How the server is prepared for a database outage. */
export interface OutageReadiness {
  /** Records that wait to be stored in the database. */
  spooled: number;
  spoolBytes: number;
  maxSpoolBytes: number;
  /** The last time at which the local snapshot was current; null before it is loaded. */
  snapshotAt: string | null;
  snapshotAgeSeconds: number | null;
  identifiers: number;
}

/** The response of `readinessPath`. Warnings do not make a server unready. */
export type Readiness = (
  | { status: "ready"; warnings?: ReadinessError[] }
  | { status: "not ready"; failing: ReadinessError[]; warnings?: ReadinessError[] }
) & { outage?: OutageReadiness };
