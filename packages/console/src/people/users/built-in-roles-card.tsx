import { userMessages } from "@gatehouse/contract/entities/user.messages";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatPermissions } from "./role.resource.ts";
import classes from "./user.module.css";

const columns = [
  { title: "Role", width: "140px" },
  { title: "May" },
  { title: "Users", width: "80px", isNumber: true },
];

/** The built-in roles, which can't be changed. */
export function BuiltInRolesCard() {
  const roles = useQuery(callQuery("roles", "GET /roles"));
  return (
    <Card title="Built-in roles" purpose="These roles can't be changed.">
      <DataTable
        label="Built-in roles"
        columns={columns}
        rows={roles.data?.filter(({ id }) => id === null)}
        failure={
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
