import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: parking slot changes. */
export default function EpldEventsPage() {
  return <EventsScreen module="EPLD" />;
}
