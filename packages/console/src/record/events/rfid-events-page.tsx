import { ReadIdentifierOverlay } from "../../access/read-identifier-overlay.tsx";
import { EventsScreen } from "./events-screen.tsx";

/** Tag reads. */
export default function RfidEventsPage() {
  return (
    <>
      <EventsScreen module="RFID_ACCESS_CONTROL" />
      <ReadIdentifierOverlay />
    </>
  );
}
