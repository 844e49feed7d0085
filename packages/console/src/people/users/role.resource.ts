import type { RoleRecord, roleDraft } from "@gatehouse/contract/entities/user";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type Permission, permissions, permissionTitles } from "@gatehouse/contract/permissions";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

/** A role that the site has defined; built-in ones have no id. */
type OwnRole = RoleRecord & { id: number };

export const formatPermissions = (given: readonly Permission[]) =>
  given.length === permissions.length ? "Everything" : given.map((each) => permissionTitles[each]).join(" · ");

/** The roles of the site's own. */
export const ownRoles: Resource<OwnRole, FieldName<typeof roleDraft>> = {
  topic: "roles",
  touches: ["users"],
  name: "roles",
  isRestorable: false,
  noun: "role",
  list: { key: "GET /roles", when: ({ id }) => id !== null },
  create: "POST /roles",
  change: "PUT /roles/{id}",
  remove: "DELETE /roles/{id}",
  draft: () => import("@gatehouse/contract/entities/user").then((file) => file.roleDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Night shift" },
    {
      kind: "codes",
      name: "permissions",
      label: "Permissions",
      isStacked: true,
      choices: permissions.map((value) => ({ value, label: permissionTitles[value] })),
    },
  ],
  texts: {
    empty: "No roles of your own yet",
    purpose: "Add one if no built-in role fits.",
  },
  title: ({ name }) => name,
  details: ({ users, permissions: given }) => `${formatCount(users, "user")}: ${formatPermissions(given)}`,
};
