import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { NumberedEvent } from "../events/incoming-event.ts";
import type { Site } from "../site/site.ts";
import { decideAccessEvent } from "./access-event.ts";
import { decideCount, decidePulse, decideSlots, decideSpeed } from "./counting-event.ts";
import type { DecisionContext } from "./decision-context.ts";
import type { Outcome } from "./outcome.ts";

type Decide = (site: Site, context: DecisionContext, event: NumberedEvent) => Outcome;

const deciders: Record<EventModule, Decide> = {
  ANPR_ACCESS_CONTROL: decideAccessEvent,
  RFID_ACCESS_CONTROL: decideAccessEvent,
  OSD: decideSpeed,
  EPLD: decideSlots,
  LOOP_DETECTOR: decidePulse,
  CAMERA_COUNTING: decideCount,
};

/**
 * Decides one event: what is stored, counted, commanded and sent because of it. Pure: the same arguments always give the
 * same outcome, so stored events can be replayed. Pass the outcome to `applyOutcome` before deciding the next event.
 */
export const decideEvent: Decide = (site, context, event) => deciders[event.module](site, context, event);
