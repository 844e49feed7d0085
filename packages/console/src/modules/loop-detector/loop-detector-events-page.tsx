import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: loop pulses. */
export default function LoopDetectorEventsPage() {
  return <EventsScreen module="LOOP_DETECTOR" />;
}
