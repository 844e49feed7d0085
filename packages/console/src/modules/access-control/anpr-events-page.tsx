import { preloadEvents } from "../../entities/event/event.queries.ts";
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

export const preload = preloadEvents("ANPR_ACCESS_CONTROL");
