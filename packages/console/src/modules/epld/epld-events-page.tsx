import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: everything that was told about slots. */
export default function EpldEventsPage() {
  return <EventsScreen module="EPLD" />;
}
