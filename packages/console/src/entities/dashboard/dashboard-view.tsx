import type { Dashboard } from "@gatehouse/contract/entities/dashboard";
import { Button, Loader } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { callQuery } from "../../api/call-query.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./dashboard.module.css";

/** Sandbox flags: a page proxied by the server must not have the console's origin. */
const sandboxes = {
  direct: "allow-scripts allow-forms allow-same-origin",
  proxy: "allow-scripts allow-forms",
};

/** DASH-1: a device's dashboard in a frame, or the reason why it can't be shown. */
export function DashboardView({ module, device }: { module: string; device: Dashboard }) {
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
    const failure = messagesOf("GET /dashboards/{module}/{id}/view")?.failure;
    return <LoadFailure text={errorText(view.error, failure)} onRetry={retry} />;
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
