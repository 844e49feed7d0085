import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/card.tsx";

/** Leads to the page of users and roles, which is not in the menu. */
export function PeopleLinkCard() {
  return (
    <Card title="People" purpose="Users, and the roles that decide what they may do.">
      <Button variant="default" renderRoot={(props) => <Link to="/settings/people" {...props} />}>
        Manage people
      </Button>
    </Card>
  );
}
