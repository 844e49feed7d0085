import { EventsScreen } from "../../entities/event/events-screen.tsx";
import { ReadIdentifierOverlay } from "../../entities/identifier/read-identifier-overlay.tsx";

/** Tag reads. */
export default function RfidEventsPage() {
  return (
    <>
      <EventsScreen module="RFID_ACCESS_CONTROL" />
      <ReadIdentifierOverlay />
    </>
  );
}
