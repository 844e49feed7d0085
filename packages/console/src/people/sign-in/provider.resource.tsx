import { type Provider, providerDefaults, type providerDraft } from "@gatehouse/contract/entities/provider";
import type { RoleRecord } from "@gatehouse/contract/entities/user";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Choice, CustomFieldProps, FieldName } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import type { Resource } from "../../forms/resource.ts";
import { FormRow, RowGroup } from "../../forms/row-group.tsx";
import { MultiChoice } from "../../ui/multi-choice.tsx";

/** Sign-in providers, with the roles of the site. */
export const createProviderResource = (
  roles: readonly RoleRecord[],
): Resource<Provider, FieldName<typeof providerDraft>> => {
  const roleChoices = roles.map(({ name, title }) => ({ value: name, label: title }));
  return {
    topic: "sign_in_providers",
    name: "sign_in_providers",
    noun: "sign-in provider",
    isWide: true,
    list: { key: "GET /sign-in/providers" },
    create: "POST /sign-in/providers",
    change: "PUT /sign-in/providers/{id}",
    remove: "DELETE /sign-in/providers/{id}",
    test: { key: "POST /sign-in/providers/{id}/test", label: "Test" },
    draft: () => import("@gatehouse/contract/entities/provider").then((file) => file.providerDraft),
    fields: [
      {
        kind: "text",
        name: "name",
        label: "Name",
        help: "Shown on the button of the sign-in page",
        placeholder: "Example Ltd",
        isHalf: true,
      },
      {
        kind: "text",
        name: "issuer",
        label: "Issuer URL",
        help: "As the provider states it in its discovery document",
        placeholder: "https://login.example.com",
        isHalf: true,
      },
      { kind: "text", name: "clientId", label: "Client ID", placeholder: "gatehouse", isHalf: true },
      {
        kind: "text",
        name: "clientSecret",
        label: "Client secret",
        help: "A stored one is kept if this is empty",
        isSecret: true,
        isHalf: true,
      },
      {
        kind: "text",
        name: "scopes",
        label: "Scopes",
        help: "Separated by spaces",
        initial: providerDefaults.scopes,
        isHalf: true,
      },
      {
        kind: "text",
        name: "roleClaim",
        label: "Claim with groups or roles",
        help: "Dots lead into nested claims: realm_access.roles",
        initial: providerDefaults.roleClaim,
        isHalf: true,
      },
      {
        kind: "custom",
        name: "mapping",
        label: "Roles by group",
        initial: [],
        draw: (props) => <MappingInput roles={roleChoices} {...props} />,
        formatValue: (value) => formatMapping(value as Provider["mapping"]),
      },
      {
        kind: "option",
        name: "defaultRole",
        label: "Everyone else",
        help: "People without one of these groups",
        initial: "",
        isOptional: true,
        choices: [{ value: "", label: "Can't sign in" }, ...roleChoices],
      },
      {
        kind: "switch",
        name: "isConsentAsked",
        label: "Ask for consent at each sign-in",
        help: "Some providers issue refresh tokens only then. Without them, people sign in again after 15 minutes.",
      },
      { kind: "switch", name: "isEnabled", label: "Enabled", initial: true },
    ],
    texts: {
      empty: "No sign-in providers yet",
      purpose: "People sign in with a user name and a password.",
      confirmDelete: ({ name }) => `Are you sure you want to delete: ${name}? People can't sign in with it any more.`,
    },
    title: ({ name }) => name,
    details: ({ issuer, mapping, isEnabled, isClientSecretUnreadable }) =>
      [
        issuer,
        formatCount(mapping.length, "mapped group"),
        ...(isEnabled ? [] : ["Switched off"]),
        ...(isClientSecretUnreadable ? ["Client secret unreadable, enter it again"] : []),
      ].join(" · "),
  };
};

const formatMapping = (mapping: Provider["mapping"]) =>
  mapping.length === 0 ? "None" : mapping.map(({ value, role }) => `${value}: ${role}`).join(", ");

type Mapping = Provider["mapping"][number];

/** Which group has which role, at which gates. */
function MappingInput({ roles, value, onChange, errors }: CustomFieldProps & { roles: readonly Choice[] }) {
  const rows = value as readonly Mapping[];
  return (
    <RowGroup
      title="Roles by group"
      about={
        rows.length === 0
          ? "No group has a role yet."
          : "The first group in this list that a person belongs to decides their role."
      }
      error={errors.mapping}
      add={{ label: "Add group", onAdd: () => onChange([...rows, { value: "", role: "", gateIds: null }]) }}
    >
      {rows.map((row, index) => (
        <MappingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={index}
          index={index}
          row={row}
          roles={roles}
          errors={errors}
          onChange={(next) => onChange(rows.with(index, next))}
          onRaise={() => onChange(rows.toSpliced(index - 1, 2, row, rows[index - 1] as Mapping))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
    </RowGroup>
  );
}

interface MappingRowProps {
  index: number;
  row: Mapping;
  roles: readonly Choice[];
  errors: CustomFieldProps["errors"];
  onChange: (row: Mapping) => void;
  onRaise: () => void;
  onRemove: () => void;
}

function MappingRow({ index, row, roles, errors, onChange, onRaise, onRemove }: MappingRowProps) {
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const path = `mapping.${index}`;
  const number = index + 1;
  return (
    <FormRow
      label={`Group ${number}`}
      columns="minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1.2fr) auto"
      buttons={
        <>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Move group ${number} up`}
            disabled={index === 0}
            onClick={onRaise}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={`Remove group ${number}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <TextInput
        name={`${path}.value`}
        label="Group"
        autoComplete="off"
        placeholder="parking-guards"
        error={errors[`${path}.value`]}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
      />
      <NativeSelect
        name={`${path}.role`}
        label="Role"
        error={errors[`${path}.role`]}
        data={[{ value: "", label: "Choose…" }, ...roles]}
        value={row.role}
        onChange={(event) => onChange({ ...row, role: event.currentTarget.value })}
      />
      <MultiChoice
        label="Gates"
        field={`${path}.gateIds`}
        isLabelShown
        placeholder="All gates"
        error={errors[`${path}.gateIds`] ?? (gates.isError ? "Couldn't load the options" : undefined)}
        choices={recordChoices(gates.data)}
        value={(row.gateIds ?? []).map(String)}
        onChange={(ids) => onChange({ ...row, gateIds: ids.length === 0 ? null : ids.map(Number) })}
      />
    </FormRow>
  );
}
