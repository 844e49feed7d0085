import { EventsScreen } from "./events-screen.tsx";

/** Loop pulses. */
export default function LoopDetectorEventsPage() {
  return <EventsScreen module="LOOP_DETECTOR" />;
}
