import { ReadIdentifierOverlay } from "../../access/read-identifier-overlay.tsx";
import { EventsScreen } from "./events-screen.tsx";

/** Plate reads. */
export default function AnprEventsPage() {
  return (
    <>
      <EventsScreen module="ANPR_ACCESS_CONTROL" />
      <ReadIdentifierOverlay />
    </>
  );
}
