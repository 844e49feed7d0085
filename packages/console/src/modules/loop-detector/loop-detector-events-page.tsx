import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: every pulse of a loop. */
export default function LoopDetectorEventsPage() {
  return <EventsScreen module="LOOP_DETECTOR" />;
}
