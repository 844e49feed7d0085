import { DashboardScreen } from "../../entities/dashboard/dashboard-screen.tsx";

/** DASH-1: device dashboards of camera counting. */
export default function CameraCountingDashboardPage() {
  return <DashboardScreen kind="CAMERA_COUNTING" settingsPath="/camera-counting/settings" />;
}
