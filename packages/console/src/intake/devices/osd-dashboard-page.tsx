import { DashboardScreen } from "./dashboard-screen.tsx";

/** Device dashboards of overspeed detection. */
export default function OsdDashboardPage() {
  return <DashboardScreen kind="OSD" settingsPath="/overspeed-detection/settings" />;
}
