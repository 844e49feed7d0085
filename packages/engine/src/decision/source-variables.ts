import type { BaseVariable } from "../counting/base-variable.ts";
import type { NumberedEvent } from "../events/incoming-event.ts";

/** The variables that an event's source counts with. Counting adds to them, so their values don't matter. */
export const toVariables = ({ source }: NumberedEvent): BaseVariable[] =>
  source.counters.map((counter) => ({ ...counter, current: 0 }));
