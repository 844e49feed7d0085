import { DashboardScreen } from "../../entities/dashboard/dashboard-screen.tsx";

/** DASH-1: the dashboards of this module's devices. */
export default function OsdDashboardPage() {
  return <DashboardScreen kind="OSD" settingsPath="/overspeed-detection/settings" />;
}
