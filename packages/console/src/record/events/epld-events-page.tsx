import { EventsScreen } from "./events-screen.tsx";

/** Parking slot changes. */
export default function EpldEventsPage() {
  return <EventsScreen module="EPLD" />;
}
