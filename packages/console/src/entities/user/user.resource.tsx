import type { RoleRecord, User, userDraft } from "@gatehouse/contract/entities/user";
import { TextInput } from "@mantine/core";
import type { Field, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { confirmDeleteText } from "../../forms/resource-texts.ts";
import { GateNames } from "./gate-names.tsx";
import { GatesInput } from "./gates-input.tsx";

type UserField = Field<FieldName<typeof userDraft>>;

/** Loads the rules of a user. */
export const loadUserRules = () => import("@gatehouse/contract/entities/user").then((file) => file.userDraft);

/** ROLE-4: the fields of a user, with the roles of the site. */
export const userFields = (roles: readonly RoleRecord[]): readonly UserField[] => [
  {
    kind: "text",
    name: "username",
    label: "User name",
    help: "For signing in; can't be changed later",
    placeholder: "jane.doe",
    isLockedOnEdit: true,
  },
  {
    // An empty text is never sent, so an emptied name is replaced by the user name.
    kind: "custom",
    name: "name",
    label: "Name",
    initial: "",
    send: (value, { username }) => String(value).trim() || String(username).trim() || undefined,
    draw: ({ value, faults, onChange }) => (
      <TextInput
        name="name"
        label="Name"
        description="The user name if empty"
        autoComplete="off"
        placeholder="Jane Doe"
        error={faults.name}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  },
  {
    kind: "option",
    name: "role",
    label: "Role",
    choices: roles.map(({ name, title }) => ({ value: name, label: title })),
  },
  {
    kind: "custom",
    name: "gateIds",
    label: "Gates",
    initial: null,
    draw: (props) => <GatesInput {...props} />,
    formatValue: (value) => <GateNames ids={value as readonly number[] | null} />,
  },
];

/** ROLE-4: a user as the console edits it. */
export const createUserResource = (roles: readonly RoleRecord[]): Resource<User, FieldName<typeof userDraft>> => ({
  topic: "users",
  touches: ["roles"],
  name: "users",
  isRestorable: false,
  noun: "user",
  list: { key: "GET /users" },
  create: "POST /users",
  change: "PATCH /users/{id}",
  remove: "DELETE /users/{id}",
  draft: loadUserRules,
  fields: userFields(roles),
  texts: {
    empty: "No users yet",
    purpose: "Invite the people who work with this site.",
    confirmDelete: ({ username }) => `${confirmDeleteText(username)}? They are signed out immediately.`,
  },
  title: ({ name, username }) => name || username,
});
