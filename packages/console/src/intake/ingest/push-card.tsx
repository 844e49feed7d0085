import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import { secretUnreadable } from "@gatehouse/contract/entities/ingest.messages";
import { type PlateMessagePart, plateMessageParts, type UnderstoodPlate } from "@gatehouse/contract/events/understood";
import { pushSecret } from "@gatehouse/contract/push-secret";
import { Button, Loader, Skeleton, Switch } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBinaryTree2,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconRefresh,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { Card } from "../../ui/card.tsx";
import { CopyLine } from "../../ui/copy-line.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatBytes } from "../../ui/format-number.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import type { Sender } from "./payload-mapping-sheet.tsx";
import classes from "./push-card.module.css";
import { PushGuide } from "./push-guide.tsx";

/** The last message of a device, and how it was parsed: shows an installer whether pushing works. */
function LastPayload({ last, isExpected }: { last: IngestSettings["last"]; isExpected: boolean }) {
  const { timeZone } = useSite();
  if (last === null) {
    return (
      <p className={classes.last} role={isExpected ? "status" : undefined}>
        {isExpected ? <Loader size={16} aria-hidden /> : <IconClock size={16} aria-hidden />}
        <span>
          {isExpected
            ? "Waiting for the first event from this camera. It appears here as soon as it arrives."
            : "Nothing received yet. The first message will appear here."}
        </span>
      </p>
    );
  }
  const { at, isUnderstood, format, detail, contentType, bytes, excerpt, understood } = last;
  return (
    <div className={classes.received}>
      <p className={classes.last} role="status" data-understood={isUnderstood}>
        {isUnderstood ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
        <span>
          <strong>{isUnderstood ? `Understood as ${format}` : "Not understood"}</strong>
          {`: ${detail}`}
        </span>
      </p>
      <p className={classes.help}>
        <RelativeTime at={at} timeZone={timeZone} />
        {["", contentType.split(";", 1)[0] || "No content type", formatBytes(bytes)].join(" · ")}
      </p>
      {understood !== null && <UnderstoodParts understood={understood} />}
      {excerpt !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard too.
        <pre className={classes.excerpt} tabIndex={0}>
          {excerpt}
        </pre>
      )}
    </div>
  );
}

const partLabels: Record<PlateMessagePart, string> = {
  plate: "Plate",
  time: "Time",
  direction: "Direction",
  confidence: "Confidence",
  camera: "Camera",
  id: "Event id",
  vehicleType: "Vehicle type",
  speed: "Speed",
  pictures: "Pictures",
};

/** What was read from the message, and what was not. */
function UnderstoodParts({ understood }: { understood: UnderstoodPlate }) {
  return (
    <dl className={classes.parts}>
      {plateMessageParts.map((part) => (
        <div key={part} data-missing={understood[part] === null || undefined}>
          <dt>{partLabels[part]}</dt>
          <dd>{understood[part] ?? "not sent"}</dd>
        </div>
      ))}
    </dl>
  );
}

// Only needed for devices without a built-in format.
const PayloadMappingSheet = lazyWithRetry(() => import("./payload-mapping-sheet.tsx"));

/** Push settings of a device or sensor. */
export function PushSettings({ sender, id }: { sender: Sender; id: number }) {
  const may = useMay();
  return may("GET /ai-devices/{id}/ingest") && <PushCard sender={sender} id={id} />;
}

/** URL and secret to configure in a device, and its last message. */
function PushCard({ sender, id }: { sender: Sender; id: number }) {
  const key = `GET /${sender}/{id}/ingest` as const;
  const query = useQuery(callQuery("ingest", key, { params: { id } }));
  return (
    <Card
      title="Event push"
      purpose="Enter these values in the device, so that it sends its events in one of the supported formats."
      isInner
    >
      {query.isPending && <Skeleton height={120} radius={6} />}
      {query.isError && query.data === undefined && (
        <LoadError text={errorText(query.error, messagesOf(key)?.failure)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <Settings sender={sender} id={id} settings={query.data} />}
    </Card>
  );
}

function Settings({ sender, id, settings }: { sender: Sender; id: number; settings: IngestSettings }) {
  const { path, secret, plateFormat, isByAddress, opensWithoutTime, address, last } = settings;
  const change = useAction(`PUT /${sender}/{id}/ingest`, { topics: ["ingest"] });
  const renew = useAction(`POST /${sender}/{id}/ingest/secret`, { topics: ["ingest"] });
  const confirmAndRenew = async () => {
    const question =
      "Create a new secret? The old one stops working immediately: the device is rejected until it has the new one.";
    if (await askYesNo(question)) renew.mutate({ params: { id } });
  };
  const newSecret = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={renew.isPending}
      // An unreadable secret is of no use to anyone, so replacing it needs no question.
      onClick={() => (secret === null ? renew.mutate({ params: { id } }) : void confirmAndRenew())}
    >
      New secret
    </Button>
  );
  return (
    <div className={classes.settings}>
      <CopyLine label="Address" text={toUrl(path)} />
      {secret === null ? (
        <UnreadableSecret>{newSecret}</UnreadableSecret>
      ) : (
        <CopyLine label="Secret" text={secret} masked={"•".repeat(24)}>
          {newSecret}
        </CopyLine>
      )}
      <p className={classes.help}>
        Send the secret as password of Basic or Digest authentication with any user name, in a header{" "}
        <code>Authorization: Bearer …</code> or <code>{pushSecret.header}: …</code>, or in the URL:{" "}
        <code>?{pushSecret.parameter}=…</code>
      </p>
      {plateFormat !== null && secret !== null && (
        <PushGuide format={plateFormat} url={new URL(toUrl(path))} secret={secret} />
      )}
      <Switch
        label="Accept without secret (trusted IP)"
        description={
          address === null
            ? "No IP address set, so the device needs its secret."
            : `For devices that can't send a secret: accepts everything from ${address}.`
        }
        checked={isByAddress}
        disabled={change.isPending || (address === null && !isByAddress)}
        onChange={(event) => change.mutate({ params: { id }, body: { isByAddress: event.currentTarget.checked } })}
      />
      {opensWithoutTime !== null && <UntimedSwitch id={id} isOn={opensWithoutTime} />}
      <LastPayload last={last} isExpected={plateFormat !== null} />
      <CustomFormat sender={sender} id={id} />
    </div>
  );
}

/** Opens the editor of the device's own format. */
function CustomFormat({ sender, id }: { sender: Sender; id: number }) {
  const [isOpen, setIsOpen] = useKeptState<boolean>(`custom-format.${sender}.${id}`, false);
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBinaryTree2 size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Custom format
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PayloadMappingSheet sender={sender} id={id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** A camera without a clock can't tell a new message from an old one, so this is a decision of the installer. */
function UntimedSwitch({ id, isOn }: { id: number; isOn: boolean }) {
  const change = useAction("PUT /ai-devices/{id}/ingest", { topics: ["ingest"] });
  return (
    <Switch
      label="Open for plates without a time"
      description="For cameras that send no time: their plates count as read on arrival. If off, they are recorded and open nothing."
      checked={isOn}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ params: { id }, body: { opensWithoutTime: event.currentTarget.checked } })}
    />
  );
}

/** The stored secret can't be decrypted, so there is nothing to copy. */
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

/** Absolute URL: the API server may differ from the page's. */
const toUrl = (path: string) => new URL(path, new URL(runtimeConfig().apiBaseUrl, location.href)).href;
