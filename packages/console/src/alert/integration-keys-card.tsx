import { type IntegrationKey, keyPurposeTitles } from "@gatehouse/contract/entities/integration";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { callQuery } from "../api/call-query.ts";
import { useSite } from "../api/site.ts";
import { useAction } from "../api/use-action.ts";
import { HistoryButton } from "../forms/history-button.tsx";
import { useOpenRecord } from "../forms/use-open-record.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { askYesNo } from "../ui/yes-no.ts";
import classes from "./integrations/integration.module.css";

const NewKeyDialog = lazyWithRetry(() => import("./integrations/new-key-dialog.tsx"));

const columns = [
  { title: "Name" },
  { title: "For" },
  { title: "Key" },
  { title: "Created" },
  { title: "Last used" },
  { title: "Actions", width: "140px" },
];

/** API keys of other systems. */
export function IntegrationKeysCard() {
  const keys = useQuery(callQuery("integration_keys", "GET /integration-keys"));
  const dialog = useOpenRecord("integration_keys");
  return (
    <Card
      title="Integration keys"
      purpose="Other systems use a key to send reservations and identifiers, or to fetch the field configuration."
      action={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.openNew()}>
          Create key
        </Button>
      }
    >
      <DataTable
        label="Integration keys"
        columns={columns}
        rows={keys.data}
        error={
          keys.isError
            ? {
                text: errorText(keys.error, messagesOf("GET /integration-keys")?.failure),
                retry: () => void keys.refetch(),
              }
            : undefined
        }
        empty="No keys yet. Other systems can't connect."
      >
        {(key) => <KeyRow key={key.id} item={key} />}
      </DataTable>
      {dialog.newKind !== undefined && (
        <Suspense>
          <NewKeyDialog onClose={dialog.close} />
        </Suspense>
      )}
    </Card>
  );
}

function KeyRow({ item }: { item: IntegrationKey }) {
  const { timeZone } = useSite();
  const revoke = useAction("DELETE /integration-keys/{id}", { topics: ["integration_keys"] });
  const confirmAndRevoke = async () => {
    const question = `Are you sure you want to revoke: ${item.name}? Systems that use it lose access immediately.`;
    if (await askYesNo(question)) revoke.mutate({ params: { id: item.id } });
  };
  return (
    <tr data-revoked={item.revokedAt !== null || undefined} className={classes.row}>
      <td data-label="Name">{item.name}</td>
      <td data-label="For">{keyPurposeTitles[item.purpose].split(":")[0]}</td>
      <td data-label="Key">
        <code>{`${item.prefix}…`}</code>
      </td>
      <td data-label="Created">
        <RelativeTime at={item.createdAt} timeZone={timeZone} />
      </td>
      <td data-label="Last used">
        {item.lastUsedAt === null ? "Never" : <RelativeTime at={item.lastUsedAt} timeZone={timeZone} />}
      </td>
      <td>
        {item.revokedAt === null ? (
          <Button
            size="compact-sm"
            variant="default"
            className={classes.revoke}
            aria-label={`Revoke ${item.name}`}
            loading={revoke.isPending}
            onClick={() => void confirmAndRevoke()}
          >
            Revoke
          </Button>
        ) : (
          "Revoked"
        )}
        <HistoryButton entity="integration_keys" id={item.id} iconFor={item.name} />
      </td>
    </tr>
  );
}
