import { preloadEvents } from "../../entities/event/event.queries.ts";
import { EventsScreen } from "../../entities/event/events-screen.tsx";

/** EVT-1: counted vehicles. */
export default function CameraCountingEventsPage() {
  return <EventsScreen module="CAMERA_COUNTING" />;
}

export const preload = preloadEvents("CAMERA_COUNTING");
