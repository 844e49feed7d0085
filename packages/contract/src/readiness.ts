/** Answers 200 while the process runs, whatever else is wrong. */
export const livenessPath = "/healthz";

/** SAFE-5: answers 200 when the server can decide and store, and 503 with what is missing otherwise. */
export const readinessPath = "/readyz";

/** What a server needs to work. */
export type ReadinessPart = "database" | "migrations" | "disk" | "live-updates" | "field-controller";

/** Something that is missing. */
export interface ReadinessFault {
  part: ReadinessPart;
  detail: string;
}

/** The answer of `readinessPath`. Warnings do not make a server unready. */
export type Readiness =
  | { status: "ready"; warnings?: ReadinessFault[] }
  | { status: "not ready"; failing: ReadinessFault[]; warnings?: ReadinessFault[] };
