import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** Parking slot changes. */
export default function EpldEventsPage() {
  return <EventsScreen module="EPLD" />;
}
