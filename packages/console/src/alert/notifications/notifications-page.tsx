import {
  type MailServer,
  mailSecurities,
  mailServerDefaults,
  type mailServerDraft,
} from "@gatehouse/contract/entities/notification";
import { mailPasswordUnreadable } from "@gatehouse/contract/entities/notification.messages";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import type { Field, FieldName } from "../../forms/field.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./notification.module.css";
import { notificationRules } from "./notification-rule.resource.tsx";
import { webhooks } from "./webhook.resource.tsx";

/** Recipients, channels and times of notifications. */
export default function NotificationsPage() {
  const may = useMay();
  if (!may("GET /notifications/rules")) {
    return (
      <Page>
        <NotAvailable>Your role does not include the notification settings. Please ask an administrator.</NotAvailable>
      </Page>
    );
  }
  return (
    <Page purpose="Who receives alerts, when and how. The bell in the header lists every open alert.">
      <ResourceCard
        title="Rules"
        purpose="Each rule selects kinds of alerts and their recipients. Alerts from before a rule was added are not sent."
        resource={notificationRules}
        addLabel="Add rule"
      />
      <MailServerCard />
      <ResourceCard
        title="Webhooks"
        purpose="Other systems that receive alerts as signed JSON, as described by Standard Webhooks."
        resource={webhooks}
        addLabel="Add webhook"
      />
    </Page>
  );
}

const key = "GET /notifications/mail-server";
const loadRules = () => import("@gatehouse/contract/entities/notification").then((file) => file.mailServerDraft);

const fieldsFor = (hasPassword: boolean): readonly Field<FieldName<typeof mailServerDraft>>[] => [
  {
    kind: "text",
    name: "host",
    label: "Server",
    placeholder: "mail.example.com",
    help: "SMTP server. Empty: no e-mail is sent",
  },
  { kind: "number", name: "port", label: "Port" },
  {
    kind: "option",
    name: "security",
    label: "Encryption",
    initial: mailServerDefaults.security,
    choices: Object.entries(mailSecurities).map(([value, label]) => ({ value, label })),
  },
  { kind: "text", name: "username", label: "User name", help: "Empty: without sign-in", isOptional: true },
  {
    kind: "text",
    name: "password",
    label: "Password",
    isSecret: true,
    placeholder: hasPassword ? "Stored" : "None",
    help: "Leave empty to keep the stored one",
  },
  { kind: "text", name: "sender", label: "Sender", placeholder: "gatehouse@example.com" },
];

/** The server that sends e-mail. */
function MailServerCard() {
  const server = useQuery(callQuery("mail_server", key));
  return (
    <Card title="E-mail" purpose="The mail server that sends notifications.">
      {server.isError && server.data === undefined && (
        <LoadError text={errorText(server.error, messagesOf(key)?.failure)} onRetry={() => void server.refetch()} />
      )}
      {(server.data !== undefined || server.isPending) && (
        <SettingsForm
          fields={fieldsFor(server.data?.hasPassword === true)}
          stored={server.data}
          version={server.data?.version}
          rules={loadRules}
          save="PUT /notifications/mail-server"
          topic="mail_server"
        />
      )}
      {server.data !== undefined && (
        <div className={classes.delivery}>
          <DeliveryState server={server.data} />
          {server.data.host !== "" && <MailTest />}
        </div>
      )}
    </Card>
  );
}

function DeliveryState({ server }: { server: MailServer }) {
  const { timeZone } = useSite();
  const { waiting, lastFault, lastSentAt, isPasswordUnreadable } = server;
  const isBad = isPasswordUnreadable || (waiting > 0 && lastFault !== null);
  const sent =
    lastSentAt === null
      ? "No notification was sent yet."
      : `Last notification sent ${formatDateTime(new Date(lastSentAt), timeZone)}.`;
  return (
    <p className={classes.state} data-bad={isBad || undefined} role="status">
      {isPasswordUnreadable && `${mailPasswordUnreadable}. `}
      {waiting > 0 ? `${formatCount(waiting, "e-mail")} waiting, retried until accepted. ${asText(lastFault)}` : sent}
    </p>
  );
}

const testKey = "POST /notifications/mail-server/test";

const titles: Record<HardwareResult["outcome"], string> = {
  accepted: "Accepted",
  rejected: "Rejected",
  unreachable: "Unreachable",
};

/** Sends a real e-mail with the stored settings. */
function MailTest() {
  const may = useMay();
  const [to, setTo] = useKeptState<string>("test-mail-address", "");
  const [shownError, setShownError] = useState<string>();
  const test = useAction(testKey, {
    topics: [],
    handles: (error) => {
      const [first] = error instanceof ApiError ? (error.errors ?? []) : [];
      setShownError(first?.message);
      return first !== undefined;
    },
  });
  if (!may(testKey)) return null;
  return (
    <form
      className={classes.test}
      aria-label="Test e-mail"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setShownError(undefined);
        test.mutate({ body: { to } });
      }}
    >
      <TextInput
        className={classes.to}
        label="Send a test e-mail to"
        placeholder="you@example.com"
        autoComplete="email"
        error={shownError}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={test.isPending}>
        Send test e-mail
      </Button>
      <p
        className={classes.state}
        role="status"
        data-bad={(test.data && test.data.outcome !== "accepted") || undefined}
      >
        {test.data && `${titles[test.data.outcome]}: ${test.data.detail}`}
      </p>
    </form>
  );
}
