import type { OwnSession } from "@gatehouse/contract/entities/account";
import { accountMessages } from "@gatehouse/contract/entities/account.messages";
import { signInMethods } from "@gatehouse/contract/sign-in-methods";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { endSession } from "../../api/session.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./account.module.css";

const columns = [
  { title: "Browser" },
  { title: "Address", width: "19%" },
  { title: "Signed in with", width: "15%" },
  { title: "Signed in", width: "15%" },
  { title: "Last used", width: "15%" },
  { title: "Actions", width: "92px", isTitleHidden: true },
];

// Sign-ins and uses of other sessions are not announced.
const refetchInterval = 30_000;

/** One's own sessions. */
export function SessionsCard() {
  const sessions = useQuery({ ...callQuery("sessions", "GET /auth/sessions"), refetchInterval });
  return (
    <Card
      title="Sessions"
      purpose="Where you are signed in. A session ends by itself when it is not used for a while."
      action={<EndAll isAlone={sessions.data === undefined || sessions.data.length <= 1} />}
    >
      <DataTable
        label="Sessions"
        columns={columns}
        rows={sessions.data}
        error={
          sessions.isError
            ? {
                text: errorText(sessions.error, accountMessages["GET /auth/sessions"].failure),
                retry: () => void sessions.refetch(),
              }
            : undefined
        }
        empty="No sessions"
      >
        {(session) => <SessionRow key={session.id} session={session} />}
      </DataTable>
    </Card>
  );
}

function EndAll({ isAlone }: { isAlone: boolean }) {
  const endOthers = useAction("DELETE /auth/sessions", { topics: ["sessions"] });
  const endAll = useAction("DELETE /auth/sessions", {
    topics: [],
    isQuiet: true,
    onSuccess: () => endSession("signed-out"),
  });
  const confirmAndEndOthers = async () => {
    const question = "Sign out everywhere else? Your other sessions end immediately.";
    if (await askYesNo(question)) endOthers.mutate({ query: { keepCurrent: true } });
  };
  const confirmAndEndAll = async () => {
    if (await askYesNo("Sign out everywhere? This session ends too.")) endAll.mutate({});
  };
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        disabled={isAlone}
        loading={endOthers.isPending}
        onClick={() => void confirmAndEndOthers()}
      >
        Sign out everywhere else
      </Button>
      <Button variant="default" loading={endAll.isPending} onClick={() => void confirmAndEndAll()}>
        Sign out everywhere
      </Button>
    </div>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const { timeZone } = useSite();
  const { id, userAgent, address, method, createdAt, lastSeenAt, isCurrent } = session;
  const end = useAction("DELETE /auth/sessions/{id}", { topics: ["sessions"] });
  return (
    <tr className={classes.row}>
      <td data-label="Browser">
        {userAgent}
        {isCurrent && <span className={classes.current}>This session</span>}
      </td>
      <td data-label="Address">{address}</td>
      <td data-label="Signed in with">{signInMethods[method]}</td>
      <td data-label="Signed in">
        <RelativeTime at={createdAt} timeZone={timeZone} />
      </td>
      <td data-label="Last used">
        <RelativeTime at={lastSeenAt} timeZone={timeZone} />
      </td>
      <td>
        {!isCurrent && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`End the session of ${userAgent} at ${address}`}
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id } })}
          >
            End
          </Button>
        )}
      </td>
    </tr>
  );
}
