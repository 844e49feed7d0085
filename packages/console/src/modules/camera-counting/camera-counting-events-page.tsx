import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** Counted vehicles. */
export default function CameraCountingEventsPage() {
  return <EventsScreen module="CAMERA_COUNTING" />;
}
