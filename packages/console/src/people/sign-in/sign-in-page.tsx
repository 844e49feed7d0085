import { providerRedirectUri, type signInSettingsDraft } from "@gatehouse/contract/entities/provider";
import type { User } from "@gatehouse/contract/entities/user";
import { administrator } from "@gatehouse/contract/permissions";
import { NativeSelect, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import type { CustomFieldProps, Field } from "../../forms/field.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyLine } from "../../ui/copy-line.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import { PoliciesCard } from "./policies-card.tsx";
import classes from "./provider.module.css";
import { createProviderResource } from "./provider.resource.tsx";

const loadRules = () => import("@gatehouse/contract/entities/provider").then((file) => file.signInSettingsDraft);

type LocalAccounts = (typeof signInSettingsDraft)["_zod"]["output"]["localAccounts"];

/** Who may sign in with a password. */
function LocalAccountsCard() {
  const settings = useQuery(callQuery("sign_in_settings", "GET /sign-in/settings"));
  const users = useQuery(callQuery("users", "GET /users"));
  const failed = [settings, users].find((query) => query.isError && query.data === undefined);
  const key = failed === users ? "GET /users" : "GET /sign-in/settings";
  return (
    <Card
      title="Local accounts"
      purpose="Passwords keep working without the provider. Once single sign-on works, you can limit them to one account for emergencies."
    >
      {failed && (
        <LoadError text={errorText(failed.error, messagesOf(key)?.failure)} onRetry={() => void failed.refetch()} />
      )}
      {!failed && (
        <SettingsForm
          fields={fieldsFor(users.data ?? [])}
          stored={users.data && settings.data}
          version={settings.data?.version}
          rules={loadRules}
          save="PUT /sign-in/settings"
          topic="sign_in_settings"
        />
      )}
    </Card>
  );
}

const help = "Sessions that are already open continue";

const fieldsFor = (users: readonly User[]): readonly Field[] => [
  {
    kind: "custom",
    name: "localAccounts",
    label: "Sign-in with a password",
    help,
    initial: "all",
    draw: (props) => <LocalAccountsInput users={users} {...props} />,
    formatValue: (value) => formatLocalAccounts(value as LocalAccounts, users),
  },
];

function formatLocalAccounts(value: LocalAccounts, users: readonly User[]): string {
  if (value === "all") return "Everyone with a password";
  const user = users.find(({ id }) => id === value.onlyUserId);
  return `Only ${user?.username ?? `#${value.onlyUserId}`}`;
}

function LocalAccountsInput({ users, value, onChange, errors }: CustomFieldProps & { users: readonly User[] }) {
  const chosen = value as LocalAccounts;
  const only = users.filter(
    ({ id, role, isDisabled }) =>
      (role === administrator && !isDisabled) || (chosen !== "all" && id === chosen.onlyUserId),
  );
  return (
    <NativeSelect
      name="localAccounts"
      label="Sign-in with a password"
      description={help}
      error={errors.localAccounts ?? errors["localAccounts.onlyUserId"]}
      data={[
        { value: "all", label: formatLocalAccounts("all", users) },
        ...only.map(({ id }) => ({ value: String(id), label: formatLocalAccounts({ onlyUserId: id }, users) })),
      ]}
      value={chosen === "all" ? "all" : String(chosen.onlyUserId)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "all" ? "all" : { onlyUserId: Number(currentTarget.value) })
      }
    />
  );
}

/** How people sign in. */
export default function SignInSettingsPage() {
  const may = useMay();
  if (!may("GET /sign-in/policies")) {
    return (
      <Page>
        <NotAvailable>Your role does not include the sign-in settings. Please ask an administrator.</NotAvailable>
      </Page>
    );
  }
  return (
    <Page>
      <PoliciesCard />
      <ProvidersCard />
      <LocalAccountsCard />
    </Page>
  );
}

const title = "Single sign-on";
const purpose = "People sign in with an account of your organisation, over OpenID Connect.";

function ProvidersCard() {
  const roles = useQuery(callQuery("roles", "GET /roles"));
  const settings = useQuery(callQuery("sign_in_settings", "GET /sign-in/settings"));
  const failed = [roles, settings].find((query) => query.isError && query.data === undefined);
  if (roles.data === undefined || settings.data === undefined) {
    const key = failed === roles ? "GET /roles" : "GET /sign-in/settings";
    return (
      <Card title={title} purpose={purpose}>
        {failed ? (
          <LoadError text={errorText(failed.error, messagesOf(key)?.failure)} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton height={74} radius={6} />
        )}
      </Card>
    );
  }
  const { origin } = settings.data;
  return (
    <ResourceCard
      title={title}
      purpose={purpose}
      resource={createProviderResource(roles.data)}
      addLabel="Add provider"
      around={({ id }, form) => (
        <>
          <div className={classes.redirect}>
            <CopyLine label="Redirect URI" text={providerRedirectUri(origin, id)} isStacked />
            <p className={classes.about}>
              {origin === location.origin
                ? "Register it at the provider, exactly as it is."
                : `The server sees the address ${origin}, but this browser uses ${location.origin}. The reverse proxy has to forward the host and the protocol, see docs/operating.md.`}
            </p>
          </div>
          {form}
        </>
      )}
    />
  );
}
