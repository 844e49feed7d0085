import { DashboardScreen } from "../../entities/dashboard/dashboard-screen.tsx";

/** DASH-1: device dashboards of empty parking lot detection. */
export default function EpldDashboardPage() {
  return <DashboardScreen kind="EPLD" settingsPath="/epld/settings" />;
}
