import { DashboardScreen } from "./dashboard-screen.tsx";

/** Device dashboards of camera counting. */
export default function CameraCountingDashboardPage() {
  return <DashboardScreen kind="CAMERA_COUNTING" settingsPath="/camera-counting/settings" />;
}
