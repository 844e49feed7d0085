import { EventsScreen } from "../../entities/event/events-screen.tsx";
import { ReadIdentifierOverlay } from "../../entities/identifier/read-identifier-overlay.tsx";

/** Plate reads. */
export default function AnprEventsPage() {
  return (
    <>
      <EventsScreen module="ANPR_ACCESS_CONTROL" />
      <ReadIdentifierOverlay />
    </>
  );
}
