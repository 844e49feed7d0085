import type { rfidServer, RfidServerStatus as Status } from "@gatehouse/contract/entities/rfid-server";
import { formatCount } from "@gatehouse/contract/fields/number";
import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import type { Field, FieldName } from "../../forms/field.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { Card } from "../../ui/card.tsx";
import { formatSince } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { PushSettings } from "../ingest/push-card.tsx";
import { readers } from "./reader.resource.tsx";
import { ReaderState, StateText } from "./reader-state.tsx";
import classes from "./rfid-server-status.module.css";

const call = "GET /configs/pzapp-rfid-server-details/status";

/** Whether the server listens, which readers are connected and which were rejected. */
function RfidServerStatus() {
  return useMay()(call) ? <LoadedStatus /> : null;
}

function LoadedStatus() {
  const query = useQuery(callQuery("hardware_status", call));
  if (query.isPending) return <Skeleton height={20} mt={16} />;
  if (query.isError && query.data === undefined)
    return <LoadError text={errorText(query.error, messagesOf(call)?.failure)} onRetry={() => void query.refetch()} />;
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

/** Settings of access by RFID tag. */
export default function RfidSettingsPage() {
  return (
    <Page>
      <RfidServerCard />
      <ResourceCard
        title="RFID Readers"
        resource={readers}
        around={(reader, form, isDeleted) => (
          <>
            {!isDeleted && <ReaderState id={reader.id} />}
            {form}
            {!isDeleted && <PushSettings sender="sensors" id={reader.id} />}
          </>
        )}
      />
      <DisplaysCard scope="rfid-ac" />
    </Page>
  );
}

const fields: readonly Field<FieldName<typeof rfidServer>>[] = [
  { kind: "number", name: "port", label: "Port" },
  { kind: "text", name: "drv", label: "Driver", suggestions: hardwareDrivers.reader },
];
const loadRules = () => import("@gatehouse/contract/entities/rfid-server").then((file) => file.rfidServer);

/** Port and driver of the RFID server. */
function RfidServerCard() {
  const stored = useQuery(callQuery("rfid_server", "GET /configs/pzapp-rfid-server-details"));
  return (
    <Card title="RFID Server Settings" purpose="Port and driver for readers that connect to this server.">
      {stored.isError && stored.data === undefined && (
        <LoadError
          text={errorText(stored.error, messagesOf("GET /configs/pzapp-rfid-server-details")?.failure)}
          onRetry={() => void stored.refetch()}
        />
      )}
      {(stored.data !== undefined || stored.isPending) && (
        <SettingsForm
          fields={fields}
          stored={stored.data}
          version={stored.data?.version ?? 0}
          rules={loadRules}
          save="PUT /configs/pzapp-rfid-server-details"
          topic="rfid_server"
        />
      )}
      {stored.data && <RfidServerStatus />}
    </Card>
  );
}
