import type { PersonalToken } from "@gatehouse/contract/entities/account";
import { accountMessages } from "@gatehouse/contract/entities/account.messages";
import { permissionTitles } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { useNowMs } from "../../ui/use-now.ts";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./account.module.css";

const NewTokenDialog = lazyWithRetry(() => import("./new-token-dialog.tsx"));

const columns = [
  { title: "Name", width: "18%" },
  { title: "Token", width: "104px" },
  { title: "May" },
  { title: "Expires", width: "15%" },
  { title: "Last used", width: "17%" },
  { title: "Actions", width: "104px", isTitleHidden: true },
];

/** One's own personal access tokens. */
export function TokensCard() {
  const tokens = useQuery(callQuery("personal_tokens", "GET /auth/tokens"));
  const dialog = useOpenRecord("personal_tokens");
  return (
    <Card
      title="Personal access tokens"
      purpose="Scripts use a token instead of your password. A token can never do more than you."
      action={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.openNew()}>
          Create token
        </Button>
      }
    >
      <DataTable
        label="Personal access tokens"
        columns={columns}
        rows={tokens.data}
        error={
          tokens.isError
            ? {
                text: errorText(tokens.error, accountMessages["GET /auth/tokens"].failure),
                retry: () => void tokens.refetch(),
              }
            : undefined
        }
        empty="No tokens yet"
      >
        {(token) => <TokenRow key={token.id} token={token} />}
      </DataTable>
      {dialog.newKind !== undefined && (
        <Suspense>
          <NewTokenDialog onClose={dialog.close} />
        </Suspense>
      )}
    </Card>
  );
}

function TokenRow({ token }: { token: PersonalToken }) {
  const { timeZone } = useSite();
  const isExpired = Date.parse(token.expiresAt) <= useNowMs();
  const revoke = useAction("DELETE /auth/tokens/{id}", { topics: ["personal_tokens"] });
  const confirmAndRevoke = async () => {
    const question = `Are you sure you want to revoke: ${token.name}? Scripts that use it lose access immediately.`;
    if (await askYesNo(question)) revoke.mutate({ params: { id: token.id } });
  };
  return (
    <tr className={classes.row}>
      <td data-label="Name">{token.name}</td>
      <td data-label="Token">
        <code>{`${token.prefix}…`}</code>
      </td>
      <td data-label="May">{token.permissions.map((each) => permissionTitles[each]).join(" · ")}</td>
      <td data-label="Expires">
        {isExpired ? <span data-tone="bad">Expired</span> : <DateTime at={token.expiresAt} timeZone={timeZone} />}
      </td>
      <td data-label="Last used">
        {token.lastUsedAt === null ? (
          "Never"
        ) : (
          <>
            <RelativeTime at={token.lastUsedAt} timeZone={timeZone} />
            {token.lastAddress !== null && ` from ${token.lastAddress}`}
          </>
        )}
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.danger}
          aria-label={`Revoke ${token.name}`}
          loading={revoke.isPending}
          onClick={() => void confirmAndRevoke()}
        >
          Revoke
        </Button>
      </td>
    </tr>
  );
}
