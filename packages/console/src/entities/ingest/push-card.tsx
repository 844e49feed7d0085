import type { IngestSettings } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import { secretUnreadable } from "@gatehouse/contract/entities/ingest/ingest.messages";
import { callMessages } from "@gatehouse/contract/messages";
import { Button, Skeleton, Switch } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import { CopyLine } from "./copy-line.tsx";
import { LastPayload } from "./last-payload.tsx";
import classes from "./push-card.module.css";

/** Who pushes: a device with its cameras, or a reader or loop. */
export type Sender = "ai-devices" | "sensors";

/** INT-3: what an installer enters in a device so that it pushes its events, and what came of that last. */
export default function PushCard({ sender, id }: { sender: Sender; id: number }) {
  const key = `GET /${sender}/{id}/ingest` as const;
  const query = useQuery(callQuery("ingest", key, { params: { id } }));
  return (
    <Card
      title="Pushing events"
      purpose="Enter these in the device: it then sends what it sees by itself, in any of the formats that are understood."
      isInner
    >
      {query.isPending && <Skeleton height={120} radius={6} />}
      {query.isError && query.data === undefined && (
        <LoadFailure text={errorText(query.error, callMessages[key]?.failure)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <Settings sender={sender} id={id} settings={query.data} />}
    </Card>
  );
}

function Settings({ sender, id, settings }: { sender: Sender; id: number; settings: IngestSettings }) {
  const { path, secret, isByAddress, address, last } = settings;
  const change = useAction(`PUT /${sender}/{id}/ingest`, { topics: ["ingest"] });
  const renew = useAction(`POST /${sender}/{id}/ingest/secret`, { topics: ["ingest"] });
  const askAndRenew = async () => {
    const question = "Make a new secret? The old one ends at once: the device is turned away until it has the new one.";
    if (await askYesNo(question)) renew.mutate({ params: { id } });
  };
  const newSecret = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={renew.isPending}
      // An unreadable secret is of no use to anyone, so replacing it needs no question.
      onClick={() => (secret === null ? renew.mutate({ params: { id } }) : void askAndRenew())}
    >
      New secret
    </Button>
  );
  return (
    <div className={classes.settings}>
      <CopyLine label="Address" text={addressOf(path)} />
      {secret === null ? (
        <UnreadableSecret>{newSecret}</UnreadableSecret>
      ) : (
        <CopyLine label="Secret" text={secret} isSecret>
          {newSecret}
        </CopyLine>
      )}
      <p className={classes.help}>
        The device sends the secret as the password of Basic auth, with any user name, or in a header:{" "}
        <code>Authorization: Bearer …</code> or <code>X-Gatehouse-Secret: …</code>
      </p>
      <Switch
        label="Take pushes by address alone"
        description={
          address === null
            ? "The device has no address here, so only its secret proves who it is."
            : `For a device that cannot send a secret: whatever comes from ${address} is taken.`
        }
        checked={isByAddress}
        disabled={change.isPending || (address === null && !isByAddress)}
        onChange={(event) => change.mutate({ params: { id }, body: { isByAddress: event.currentTarget.checked } })}
      />
      <LastPayload last={last} />
    </div>
  );
}

/** SAFE-1: the stored secret can't be decrypted, so there is nothing to copy. */
function UnreadableSecret({ children }: { children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.label}>Secret</span>
      <p className={classes.last} role="alert" data-understood={false}>
        <IconAlertTriangle size={16} aria-hidden />
        <strong>{secretUnreadable}</strong>
      </p>
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}

/** The path as a device has to call it: the server may be another one than the page's. */
const addressOf = (path: string) => new URL(path, new URL(runtimeConfig().apiBaseUrl, location.href)).href;
