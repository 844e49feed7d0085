import { DashboardScreen } from "./dashboard-screen.tsx";

/** Device dashboards of empty parking lot detection. */
export default function EpldDashboardPage() {
  return <DashboardScreen kind="EPLD" settingsPath="/epld/settings" />;
}
