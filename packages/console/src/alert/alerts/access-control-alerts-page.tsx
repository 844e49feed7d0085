import { AlertList } from "./alert-list.tsx";

export default function AccessControlAlertsPage() {
  return <AlertList scope="ac" purpose="Problems at the gates" />;
}
