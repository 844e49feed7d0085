import { EventsScreen } from "./events-screen.tsx";

/** Measured speeds. */
export default function OsdEventsPage() {
  return <EventsScreen module="OSD" />;
}
