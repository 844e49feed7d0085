import type { RoleRecord, User, userDraft } from "@gatehouse/contract/entities/user";
import { Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps, Field, FieldName } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import type { Resource } from "../../forms/resource.ts";
import { confirmDeleteText } from "../../forms/resource-texts.ts";
import { MultiChoice } from "../../ui/multi-choice.tsx";
import classes from "./user.module.css";

/** The gates of the site. */
export const gatesQuery = callQuery("gates", "GET /gates");

export function GateNames({ ids }: { ids: readonly number[] | null }) {
  const gates = useQuery(gatesQuery);
  if (ids === null) return "All gates";
  if (ids.length === 0) return "None";
  return ids.map((id) => gates.data?.find((gate) => gate.id === id)?.name ?? `#${id}`).join(", ");
}

type UserField = Field<FieldName<typeof userDraft>>;

export const loadUserRules = () => import("@gatehouse/contract/entities/user").then((file) => file.userDraft);

/** The fields of a user, with the roles of the site. */
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
    draw: ({ value, errors, onChange }) => (
      <TextInput
        name="name"
        label="Name"
        description="The user name if empty"
        autoComplete="off"
        placeholder="Jane Doe"
        error={errors.name}
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

/** A user as the console edits it. */
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

/** All gates, or a selection of them. */
function GatesInput({ value, onChange, errors }: CustomFieldProps) {
  const gates = useQuery(gatesQuery);
  const ids = value as readonly number[] | null;
  const known = recordChoices(gates.data);
  // A deleted gate stays visible, so that it can be removed from the selection.
  const deleted = gates.data && ids?.map(String).filter((id) => !known.some(({ value }) => value === id));
  return (
    <div className={classes.gates}>
      <Switch
        label="All gates"
        description="Also gates that are added later"
        checked={ids === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {ids !== null && (
        <MultiChoice
          label="Gates"
          field="gateIds"
          isLabelShown
          placeholder={known.length === 0 ? "None available" : "Choose…"}
          error={errors.gateIds ?? (gates.isError ? "Couldn't load the options" : undefined)}
          choices={[...known, ...(deleted ?? []).map((id) => ({ value: id, label: `#${id} (deleted)` }))]}
          value={ids.map(String)}
          onChange={(chosen) => onChange(chosen.map(Number))}
        />
      )}
    </div>
  );
}
