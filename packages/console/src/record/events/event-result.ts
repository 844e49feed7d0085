import type { DecisionTrace, SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { Result } from "../../access/outcome.tsx";

type Effect = Readonly<Record<SiteEvent["status"], Result>>;

const counting: Effect = {
  PROCESSED: { text: "Counted", tone: "ok" },
  RECEIVED: { text: "Not counted" },
};

/** The results of the modules that decide about no access. */
const effects: Partial<Record<EventModule, Effect>> = {
  CAMERA_COUNTING: counting,
  LOOP_DETECTOR: counting,
  EPLD: { PROCESSED: { text: "Slot states used", tone: "ok" }, RECEIVED: { text: "Slot states not used" } },
  OSD: {
    PROCESSED: { text: "Above the speed limit", tone: "bad" },
    RECEIVED: { text: "Within the speed limit", tone: "ok" },
  },
};

/** What became of a speed, a count or reported slots; undefined for events with an access decision. */
export function toEventResult({ module, status }: SiteEvent, { checks }: DecisionTrace): Result | undefined {
  // A speed that could not be compared with a limit is not within it.
  if (module === "OSD" && checks.some(({ isPassed }) => !isPassed)) return { text: "Speed not checked" };
  return effects[module]?.[status];
}
