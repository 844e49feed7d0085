import { faults } from "@gatehouse/contract/errors";
import { useIsPinSession, useMay } from "../../api/permissions.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { BuiltInRolesCard } from "./built-in-roles-card.tsx";
import { ownRoles } from "./role.resource.ts";
import { UsersCard } from "./users-card.tsx";

/** Users and roles. */
export default function PeoplePage() {
  const may = useMay();
  const isPinSession = useIsPinSession();
  if (!may("GET /users")) {
    return (
      <Page>
        <NotAvailable>
          {isPinSession
            ? faults["auth/pin-session"].text
            : "Your role does not include managing users. Please ask an administrator."}
        </NotAvailable>
      </Page>
    );
  }
  return (
    <Page>
      <UsersCard />
      <ResourceCard
        title="Your roles"
        purpose="A change applies at once to everyone who has the role."
        resource={ownRoles}
      />
      <BuiltInRolesCard />
    </Page>
  );
}
