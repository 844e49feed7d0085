import { DashboardScreen } from "../../entities/dashboard/dashboard-screen.tsx";

/** DASH-1: device dashboards of overspeed detection. */
export default function OsdDashboardPage() {
  return <DashboardScreen kind="OSD" settingsPath="/overspeed-detection/settings" />;
}
