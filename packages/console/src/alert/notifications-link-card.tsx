import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Card } from "../ui/card.tsx";

/** The way to the notification settings. */
export function NotificationsLinkCard() {
  return (
    <Card title="Notifications" purpose="Who receives alerts by e-mail, webhook or in the browser.">
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/settings/notifications" {...props} />}>
          Notification settings
        </Button>
      </div>
    </Card>
  );
}
