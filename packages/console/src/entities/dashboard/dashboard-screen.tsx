import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconLayoutDashboard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./dashboard.module.css";
import { DashboardView } from "./dashboard-view.tsx";

interface DashboardScreenProps {
  kind: ModuleKind;
  /** Page where devices are added. */
  settingsPath: string;
}

/** DASH-1: the dashboard of a device, with a picker if there are several. */
export function DashboardScreen({ kind, settingsPath }: DashboardScreenProps) {
  const module = modules[kind].code;
  const dashboards = useQuery(callQuery("ai_devices", "GET /dashboards/{module}", { params: { module } }));
  const picked = useOpenRecord("dashboards");
  const devices = dashboards.data ?? [];
  const shown = devices.find(({ id }) => id === picked.id) ?? devices[0];
  return (
    <div className={classes.screen}>
      {dashboards.isError && dashboards.data === undefined && (
        <LoadFailure
          text={errorText(dashboards.error, messagesOf("GET /dashboards/{module}")?.failure)}
          onRetry={() => void dashboards.refetch()}
        />
      )}
      {dashboards.isPending && <Skeleton className={classes.rest} height="100%" radius={6} />}
      {dashboards.data?.length === 0 && (
        <EmptyState
          icon={IconLayoutDashboard}
          title="No dashboard yet"
          action={
            <Button variant="default" renderRoot={(props) => <Link to={settingsPath} {...props} />}>
              Add a device
            </Button>
          }
        >
          Add a device with a dashboard to see it here.
        </EmptyState>
      )}
      {devices.length > 1 && shown !== undefined && (
        <NativeSelect
          className={classes.picker}
          label="Device"
          data={devices.map(({ id, label }) => ({ value: String(id), label }))}
          value={String(shown.id)}
          onChange={(event) => picked.open(Number(event.currentTarget.value))}
        />
      )}
      {shown !== undefined && <DashboardView key={shown.id} module={module} device={shown} />}
    </div>
  );
}
