import { AlertList } from "../../entities/alert/alert-list.tsx";

/** ALERT-1: what needs a person in access control. */
export default function AccessControlAlertsPage() {
  return <AlertList scope="ac" purpose="What needs attention at the gates." />;
}
