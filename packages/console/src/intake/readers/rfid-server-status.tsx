import type { RfidServerStatus as Status } from "@gatehouse/contract/entities/rfid-server";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { StateText } from "./reader-state.tsx";
import classes from "./rfid-server-status.module.css";

const call = "GET /configs/pzapp-rfid-server-details/status";

/** Whether the server listens, which readers are connected and which were rejected. */
export function RfidServerStatus() {
  return useMay()(call) ? <LoadedStatus /> : null;
}

function LoadedStatus() {
  const query = useQuery(callQuery("hardware_status", call));
  if (query.isPending) return <Skeleton height={20} mt={16} />;
  if (query.isError && query.data === undefined)
    return (
      <LoadFailure text={errorText(query.error, messagesOf(call)?.failure)} onRetry={() => void query.refetch()} />
    );
  const status = query.data;
  if (!status || status.port === null) return null;
  return (
    <div className={classes.status}>
      <div role="status">
        <Listening status={status} />
      </div>
      {status.state === "listening" && <Connected readers={status.connected} />}
      {status.rejected.length > 0 && <Rejected readers={status.rejected} />}
    </div>
  );
}

function Listening({ status: { state, port, reason } }: { status: Status }) {
  if (state === "listening") return <StateText state="online">{`Listening on port ${port}`}</StateText>;
  if (state === "failed") return <StateText state="offline">{`Not listening: ${reason}`}</StateText>;
  return <StateText state="unknown">Not listening while RFID Access Control is switched off</StateText>;
}

function Connected({ readers }: { readers: Status["connected"] }) {
  const { timeZone } = useSite();
  return (
    <div>
      <h3 className={classes.heading}>Connected readers</h3>
      <ul className={classes.list}>
        {readers.length === 0 && (
          <li className={classes.note}>None. Readers without a port connect here if they have this driver.</li>
        )}
        {readers.map(({ address, readers: names, since }) => (
          <li key={`${address} ${since}`}>
            <span>{names.join(", ")}</span>
            <code>{address}</code>
            <span className={classes.note}>{`since ${formatSince(new Date(since), new Date(), timeZone)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Rejected({ readers }: { readers: Status["rejected"] }) {
  const { timeZone } = useSite();
  return (
    <div className={classes.rejected}>
      <h3 className={classes.heading}>Rejected connections</h3>
      <ul className={classes.list}>
        {readers.map(({ address, reason, at, attempts }) => (
          <li key={address}>
            <code>{address}</code>
            <span>{reason}</span>
            <span className={classes.note}>
              {`${formatCount(attempts, "attempt")}, last at ${formatSince(new Date(at), new Date(), timeZone)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
