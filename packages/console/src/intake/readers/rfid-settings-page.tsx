import type { rfidServer } from "@gatehouse/contract/entities/rfid-server";
import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import type { Field, FieldName } from "../../forms/field.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { SettingsForm } from "../../forms/settings-form.tsx";
import { DisplaysCard } from "../../gate/displays-card.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Page } from "../../ui/page.tsx";
import { PushSettings } from "../ingest/push-card.tsx";
import { readers } from "./reader.resource.tsx";
import { ReaderState } from "./reader-state.tsx";
import { RfidServerStatus } from "./rfid-server-status.tsx";

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
        <LoadFailure
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
