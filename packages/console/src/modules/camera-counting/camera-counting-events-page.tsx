import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: counted vehicles. */
export default function CameraCountingEventsPage() {
  return <EventsScreen module="CAMERA_COUNTING" />;
}
