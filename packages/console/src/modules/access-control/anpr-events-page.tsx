import { EventsScreen } from "../../entities/event/events-screen.tsx";
import { ReadIdentifierOverlay } from "../../entities/identifier/read-identifier-overlay.tsx";

/** EVT-1: plate reads. */
export default function AnprEventsPage() {
  return (
    <>
      <EventsScreen module="ANPR_ACCESS_CONTROL" />
      <ReadIdentifierOverlay />
    </>
  );
}
