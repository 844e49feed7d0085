import { DashboardScreen } from "../../entities/dashboard/dashboard-screen.tsx";

/** DASH-1: the dashboards of this module's devices. */
export default function CameraCountingDashboardPage() {
  return <DashboardScreen kind="CAMERA_COUNTING" settingsPath="/camera-counting/settings" />;
}
