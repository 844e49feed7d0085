import type { signInSettingsDraft } from "@gatehouse/contract/entities/provider";
import type { User } from "@gatehouse/contract/entities/user";
import { administrator } from "@gatehouse/contract/permissions";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import type { CustomFieldProps, Field } from "../../forms/field.ts";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";

const loadRules = () => import("@gatehouse/contract/entities/provider").then((file) => file.signInSettingsDraft);

type LocalAccounts = (typeof signInSettingsDraft)["_zod"]["output"]["localAccounts"];

/** Who may sign in with a password. */
export function LocalAccountsCard() {
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
        <LoadFailure text={errorText(failed.error, messagesOf(key)?.failure)} onRetry={() => void failed.refetch()} />
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

function LocalAccountsInput({ users, value, onChange, faults }: CustomFieldProps & { users: readonly User[] }) {
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
      error={faults.localAccounts ?? faults["localAccounts.onlyUserId"]}
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
