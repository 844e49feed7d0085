import type { AuditReceiver, auditReceiverDraft } from "@gatehouse/contract/entities/audit/audit";
import { auditMessages } from "@gatehouse/contract/entities/audit/audit.messages";
import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import type { Field, FieldName } from "../../forms/field.ts";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { NotAvailable } from "../../ui/not-available.tsx";
import { Page } from "../../ui/page.tsx";
import classes from "./audit.module.css";
import { AuditList } from "./audit-list.tsx";

/** The audit trail. */
export default function AuditPage() {
  const may = useMay();
  if (!may("GET /audit")) {
    return (
      <Page>
        <NotAvailable>
          The audit trail needs a role that includes it, for the whole site. Please ask an administrator.
        </NotAvailable>
        <AuditReceiverCard />
      </Page>
    );
  }
  return (
    <Page purpose="Who changed what, when and from where. Entries cannot be changed.">
      <AuditList />
      <AuditReceiverCard />
    </Page>
  );
}

const key = "GET /audit/receiver";
const loadRules = () => import("@gatehouse/contract/entities/audit/audit").then((file) => file.auditReceiverDraft);
const fieldsFor = (hasSecret: boolean): readonly Field<FieldName<typeof auditReceiverDraft>>[] => [
  {
    kind: "text",
    name: "url",
    label: "URL",
    help: "Receives one message after each day (UTC). Empty: nothing is sent",
  },
  {
    kind: "text",
    name: "secret",
    label: "Secret",
    isSecret: true,
    placeholder: hasSecret ? "Stored" : "None",
    help: "Sent as Authorization: Bearer. Leave empty to keep the stored one",
  },
];

/** The system that receives the seal of each day. */
function AuditReceiverCard() {
  const canChange = useMay()(key);
  return canChange ? <Receiver /> : null;
}

function Receiver() {
  const receiver = useQuery(callQuery("audit_receiver", key));
  return (
    <Card
      title="Receiver of the daily seal"
      purpose="Another system that keeps the seals can prove later that no entry was changed or deleted."
    >
      {receiver.isError && receiver.data === undefined && (
        <LoadError
          text={errorText(receiver.error, auditMessages[key].failure)}
          onRetry={() => void receiver.refetch()}
        />
      )}
      {(receiver.data !== undefined || receiver.isPending) && (
        <SettingsForm
          fields={fieldsFor(receiver.data?.hasSecret === true)}
          stored={receiver.data}
          version={receiver.data?.version}
          rules={loadRules}
          save="PUT /audit/receiver"
          topic="audit_receiver"
        />
      )}
      {receiver.data !== undefined && <p className={classes.receiver}>{describeDelivery(receiver.data)}</p>}
    </Card>
  );
}

function describeDelivery({ url, queuedUpTo, waiting, lastFault }: AuditReceiver): string {
  if (waiting > 0) return `${formatCount(waiting, "seal")} waiting. ${asText(lastFault)}`.trim();
  if (url === "") return "Nothing is sent.";
  return queuedUpTo === null ? "The first seal is sent after the end of a day." : `Delivered up to ${queuedUpTo}.`;
}
