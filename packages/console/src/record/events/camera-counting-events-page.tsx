import { EventsScreen } from "./events-screen.tsx";

/** Counted vehicles. */
export default function CameraCountingEventsPage() {
  return <EventsScreen module="CAMERA_COUNTING" />;
}
