import { type Provider, providerDefaults, type providerDraft } from "@gatehouse/contract/entities/provider";
import type { RoleRecord } from "@gatehouse/contract/entities/user";
import { formatCount } from "@gatehouse/contract/fields/number";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { MappingInput } from "./mapping-input.tsx";

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
