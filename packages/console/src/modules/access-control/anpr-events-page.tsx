import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: plate reads. */
export default function AnprEventsPage() {
  return <EventsScreen module="ANPR_ACCESS_CONTROL" />;
}
