import type { Dashboard } from "@gatehouse/contract/entities/dashboard";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { Button, Loader, NativeSelect, Skeleton } from "@mantine/core";
import { IconLayoutDashboard, IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./dashboard.module.css";

/** Sandbox flags: a page proxied by the server must not have the console's origin. */
const sandboxes = {
  direct: "allow-scripts allow-forms allow-same-origin",
  proxy: "allow-scripts allow-forms",
};

/** A device's dashboard in a frame, or the reason why it can't be shown. */
function DashboardView({ module, device }: { module: string; device: Dashboard }) {
  const secure = location.protocol === "https:" ? "true" : "false";
  const params = { module, id: device.id };
  const view = useQuery({
    ...callQuery("ai_devices", "GET /dashboards/{module}/{id}/view", { params, query: { secure } }),
    // Every response has a new address, so a refetch would reload the frame.
    enabled: ({ state }) => (state.data?.way ?? "none") === "none",
  });
  const retry = () => void view.refetch();
  if (view.isPending) {
    return (
      <p className={classes.asking} role="status">
        <Loader size={16} aria-hidden />
        Contacting the device…
      </p>
    );
  }
  if (view.data === undefined) {
    const error = messagesOf("GET /dashboards/{module}/{id}/view")?.failure;
    return <LoadError text={errorText(view.error, error)} onRetry={retry} />;
  }
  const { way, frameUrl, deviceUrl, reason } = view.data;
  if (way === "none") {
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title={`The dashboard of ${device.label} cannot be shown here`}
        action={
          <div className={classes.choices}>
            <Button
              variant="default"
              renderRoot={(props) => <a href={deviceUrl} target="_blank" rel="noreferrer" {...props} />}
            >
              Open in a new tab
            </Button>
            <Button loading={view.isFetching} onClick={retry}>
              Retry
            </Button>
          </div>
        }
      >
        {reason}
      </EmptyState>
    );
  }
  return (
    <iframe
      className={classes.frame}
      title={`Dashboard of ${device.label}`}
      src={frameUrl}
      sandbox={sandboxes[way]}
      referrerPolicy="no-referrer"
    />
  );
}

interface DashboardPageProps {
  kind: ModuleKind;
  /** Page where devices are added. */
  settingsPath: string;
}

/** The dashboard of a device, with a picker if there are several. */
export default function DashboardPage({ kind, settingsPath }: DashboardPageProps) {
  const module = modules[kind].code;
  const dashboards = useQuery(callQuery("ai_devices", "GET /dashboards/{module}", { params: { module } }));
  const picked = useOpenRecord("dashboards");
  const devices = dashboards.data ?? [];
  const shown = devices.find(({ id }) => id === picked.id) ?? devices[0];
  return (
    <div className={classes.screen}>
      {dashboards.isError && dashboards.data === undefined && (
        <LoadError
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
