import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: measured speeds. */
export default function OsdEventsPage() {
  return <EventsScreen module="OSD" />;
}
