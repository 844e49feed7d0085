import { userMessages } from "@gatehouse/contract/entities/user.messages";
import { apiErrors } from "@gatehouse/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useIsPinSession, useMay } from "../../api/permissions.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { formatPermissions, ownRoles } from "./role.resource.ts";
import classes from "./user.module.css";
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
            ? apiErrors["auth/pin-session"].text
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

const columns = [
  { title: "Role", width: "140px" },
  { title: "May" },
  { title: "Users", width: "80px", isNumber: true },
];

/** The built-in roles, which can't be changed. */
function BuiltInRolesCard() {
  const roles = useQuery(callQuery("roles", "GET /roles"));
  return (
    <Card title="Built-in roles" purpose="These roles can't be changed.">
      <DataTable
        label="Built-in roles"
        columns={columns}
        rows={roles.data?.filter(({ id }) => id === null)}
        error={
          roles.isError
            ? { text: errorText(roles.error, userMessages["GET /roles"].failure), retry: () => void roles.refetch() }
            : undefined
        }
      >
        {(role) => (
          <tr key={role.name} className={classes.row}>
            <td data-label="Role">{role.title}</td>
            <td data-label="May">{formatPermissions(role.permissions)}</td>
            <td data-label="Users" data-number>
              {role.users}
            </td>
          </tr>
        )}
      </DataTable>
    </Card>
  );
}
