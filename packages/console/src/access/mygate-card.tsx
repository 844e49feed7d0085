import type { MygateSettings, mygateDraft } from "@gatehouse/contract/entities/mygate";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../api/api-error.ts";
import { messagesOf } from "../api/call-messages.ts";
import { callQuery } from "../api/call-query.ts";
import { useMay } from "../api/permissions.ts";
import { useSite } from "../api/site.ts";
import { useAction } from "../api/use-action.ts";
import type { Field, FieldName } from "../forms/field.ts";
import { SettingsForm } from "../forms/settings-form.tsx";
import { Card } from "../ui/card.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import { LoadError } from "../ui/load-error.tsx";
import classes from "./mygate-card.module.css";

const fieldsFor = (hasKey: boolean): readonly Field<FieldName<typeof mygateDraft>>[] => [
  { kind: "text", name: "syncAPIUrl", label: "Sync API URL", help: "Source of the residents' plates" },
  { kind: "text", name: "notifyAPIUrl", label: "Notify API URL", help: "Receives entries and exits" },
  { kind: "text", name: "deviceId", label: "Device ID", help: "ID of this site at MyGate" },
  {
    kind: "text",
    name: "apiKey",
    label: "API key",
    isSecret: true,
    placeholder: hasKey ? "Stored" : "None",
    help: "Leave empty to keep the stored key",
  },
];
const loadRules = () => import("@gatehouse/contract/entities/mygate").then((file) => file.mygateDraft);
const key = "GET /configs/settings/{module}";
const mygateQuery = callQuery("mygate", key, { params: { module: "anpr-ac" } });

/** MyGate settings and the result of the last sync. */
export function MygateCard() {
  const settings = useQuery(mygateQuery);
  const mygate = settings.data?.integrationSettings.mygate ?? null;
  return (
    <Card
      title="Integration Settings"
      purpose="MyGate: imports residents' plates and reports their entries and exits."
      action={mygate && <SyncButton />}
    >
      {settings.isError && settings.data === undefined && (
        <LoadError text={errorText(settings.error, messagesOf(key)?.failure)} onRetry={() => void settings.refetch()} />
      )}
      {(settings.data !== undefined || settings.isPending) && (
        <SettingsForm
          fields={fieldsFor(mygate?.hasApiKey === true)}
          stored={settings.data && mygate}
          rules={loadRules}
          save="PUT /ac/mygate-integration-settings"
          topic="mygate"
        />
      )}
      {mygate && <LastSync mygate={mygate} />}
    </Card>
  );
}

function SyncButton() {
  const may = useMay();
  const sync = useAction("POST /ac/mygate-sync", { topics: ["mygate", "identifiers"] });
  if (!may("POST /ac/mygate-sync")) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate({})}
    >
      Sync now
    </Button>
  );
}

function LastSync({ mygate }: { mygate: MygateSettings }) {
  const { timeZone } = useSite();
  const { lastSyncAt, lastSyncFault, lastAttemptAt, plates, waiting } = mygate;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Last sync</dt>
        <dd>{lastSyncAt === null ? "Not yet" : <RelativeTime at={lastSyncAt} timeZone={timeZone} />}</dd>
      </div>
      <div>
        <dt>Plates</dt>
        <dd>{formatCount(plates, "plate")}</dd>
      </div>
      <div>
        <dt>Notices</dt>
        <dd>{waiting === 0 ? "All delivered" : `${formatCount(waiting, "notice")} waiting`}</dd>
      </div>
      <div>
        <dt>State</dt>
        <dd data-tone={lastSyncFault === null ? undefined : "bad"}>
          {lastSyncFault !== null && lastAttemptAt !== null ? (
            <>
              <IconAlertTriangle size={16} aria-hidden />
              <span>
                Failed <RelativeTime at={lastAttemptAt} timeZone={timeZone} />: {lastSyncFault}
              </span>
            </>
          ) : (
            <>
              <IconCircleCheck size={16} aria-hidden />{" "}
              {lastSyncAt === null ? "Waiting for the first sync" : "Up to date"}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
