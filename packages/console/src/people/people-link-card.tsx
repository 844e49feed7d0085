import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Card } from "../ui/card.tsx";
import classes from "./users/user.module.css";

/** Leads to the pages of users, roles and sign-in, which are not in the menu. */
export function PeopleLinkCard() {
  return (
    <Card title="People" purpose="Users, the roles that decide what they may do, and how they sign in.">
      <div className={classes.links}>
        <Button variant="default" renderRoot={(props) => <Link to="/settings/people" {...props} />}>
          Manage people
        </Button>
        <Button variant="default" renderRoot={(props) => <Link to="/settings/sign-in" {...props} />}>
          Sign-in settings
        </Button>
      </div>
    </Card>
  );
}
