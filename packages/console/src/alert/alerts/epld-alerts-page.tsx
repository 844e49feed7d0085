import { AlertList } from "./alert-list.tsx";

/** Alerts of empty parking lot detection. */
export default function EpldAlertsPage() {
  return <AlertList scope="epld" purpose="Problems in empty parking lot detection" />;
}
