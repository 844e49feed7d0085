import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: every vehicle that was counted. */
export default function CameraCountingEventsPage() {
  return <EventsScreen module="CAMERA_COUNTING" />;
}
