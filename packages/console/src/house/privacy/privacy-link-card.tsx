import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/card.tsx";

/** The way to the privacy settings. */
export function PrivacyLinkCard() {
  return (
    <Card title="Privacy" purpose="How long data is kept, legal holds, and requests about one plate.">
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/settings/privacy" {...props} />}>
          Privacy settings
        </Button>
      </div>
    </Card>
  );
}
