import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: every plate that was read. */
export default function AnprEventsPage() {
  return <EventsScreen module="ANPR_ACCESS_CONTROL" />;
}
