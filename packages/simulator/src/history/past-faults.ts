import type { SiteDay } from "./site-calendar.ts";

/** A time in which the barrier of a gate did not open, until it was repaired. */
export interface PastFault {
  readonly gate: string;
  readonly from: Date;
  readonly until: Date;
  /** The result of its open commands. */
  readonly state: "unreachable" | "unmoved";
  readonly detail: string;
}

const faults = [
  { ago: 2, gate: "main-entry", from: 8.1, until: 8.45, state: "unmoved", detail: "The barrier did not move" },
  { ago: 9, gate: "service-gate", from: 7, until: 7.6, state: "unreachable", detail: "No reply within 1 s" },
  { ago: 16, gate: "main-exit", from: 16.8, until: 17.2, state: "unreachable", detail: "Connection refused" },
  { ago: 23, gate: "main-entry", from: 18.2, until: 18.6, state: "unreachable", detail: "No reply within 1 s" },
] as const;

export const listFaults = (days: readonly SiteDay[]): PastFault[] =>
  days.flatMap((day) =>
    faults
      .filter(({ ago }) => ago === day.ago)
      .map(({ gate, from, until, state, detail }) => ({
        gate,
        from: day.at(from),
        until: day.at(until),
        state,
        detail,
      })),
  );

/** The fault of a gate at a time. */
export const findFault = (list: readonly PastFault[], gate: string, at: Date): PastFault | undefined =>
  list.find((fault) => fault.gate === gate && fault.from <= at && at < fault.until);
