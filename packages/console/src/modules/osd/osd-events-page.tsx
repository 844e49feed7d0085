import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: every vehicle whose speed was measured. */
export default function OsdEventsPage() {
  return <EventsScreen module="OSD" />;
}
