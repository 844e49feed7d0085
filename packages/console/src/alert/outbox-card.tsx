import type { WaitingMessage } from "@gatehouse/contract/entities/outbox";
import { outboxMessages } from "@gatehouse/contract/entities/outbox.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../api/api-error.ts";
import { callQuery } from "../api/call-query.ts";
import { useMay } from "../api/permissions.ts";
import { useSite } from "../api/site.ts";
import { useAction } from "../api/use-action.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import { formatClockSeconds } from "../ui/format-time.ts";
import { askYesNo } from "../ui/yes-no.ts";
import classes from "./outbox-card.module.css";

const kinds: Record<WaitingMessage["kind"], string> = {
  "audit-day": "Audit receiver",
  "mygate-notice": "MyGate notice",
  "cloud-variables": "Cloud",
  "notification-mail": "E-mail",
  "notification-webhook": "Webhook",
  ticket: "Ticket machine",
};

const columns = [
  { title: "For", width: "130px", smallWidth: "84px" },
  { title: "Message", minWidth: 140 },
  { title: "Waiting since", width: "120px", smallWidth: "88px" },
  { title: "Attempts", width: "84px", smallWidth: "70px", isNumber: true },
  { title: "Next attempt", width: "110px", smallWidth: "84px" },
  { title: "Last error", width: "26%", smallWidth: "18%", minWidth: 140 },
  { title: "Actions", width: "166px" },
];

/** Messages waiting for delivery to other systems; retried automatically with back-off. */
export function OutboxCard() {
  const outbox = useQuery({
    ...callQuery("outbox", "GET /outbox"),
    // A failed attempt only changes its retry time, which sends no change notice.
    refetchInterval: ({ state }) => (state.data?.total ? 5_000 : false),
  });
  const { data, total = 0 } = outbox.data ?? {};
  const hidden = total - (data?.length ?? 0);
  return (
    <Card
      title="Waiting for other systems"
      purpose="Messages not yet delivered to other systems. They are retried automatically."
    >
      <DataTable
        label="Waiting for other systems"
        columns={columns}
        rows={data}
        error={
          outbox.isError
            ? {
                text: errorText(outbox.error, outboxMessages["GET /outbox"].failure),
                retry: () => void outbox.refetch(),
              }
            : undefined
        }
        empty="Queue empty"
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </DataTable>
      {hidden > 0 && <p className={classes.more}>{`and ${formatCount(hidden, "more message")}`}</p>}
    </Card>
  );
}

function MessageRow({ message }: { message: WaitingMessage }) {
  const { id, kind, summary, createdAt, attempts, nextAttemptAt, lastFault } = message;
  const { timeZone } = useSite();
  const may = useMay();
  const retry = useAction("POST /outbox/{id}/retry", { topics: ["outbox"] });
  const giveUp = useAction("DELETE /outbox/{id}", { topics: ["outbox", "mygate"] });
  const confirmAndDiscard = async () => {
    const question = `Discard: ${summary}? It will not be delivered.`;
    if (await askYesNo(question)) giveUp.mutate({ params: { id } });
  };
  return (
    <tr className={classes.row}>
      <td data-label="For">{kinds[kind]}</td>
      <td data-label="Message">{summary}</td>
      <td data-label="Waiting since">
        <RelativeTime at={createdAt} timeZone={timeZone} />
      </td>
      <td data-label="Attempts" data-number>
        {attempts}
      </td>
      <td data-label="Next attempt">{formatClockSeconds(new Date(nextAttemptAt), timeZone)}</td>
      <td data-label="Last error">{lastFault ?? "–"}</td>
      <td>
        {may("DELETE /outbox/{id}") && (
          <div className={classes.actions}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Retry now: ${summary}`}
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id } })}
            >
              Retry now
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              className={classes.giveUp}
              aria-label={`Discard: ${summary}`}
              loading={giveUp.isPending}
              onClick={() => void confirmAndDiscard()}
            >
              Discard
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}
