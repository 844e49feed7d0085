import { AlertList } from "../../entities/alert/alert-list.tsx";

/** ALERT-1: alerts of access control. */
export default function AccessControlAlertsPage() {
  return <AlertList scope="ac" purpose="Problems at the gates" />;
}
