import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertMessages, noAlerts } from "@gatehouse/contract/entities/alert.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Skeleton, Switch } from "@mantine/core";
import { IconBellCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { moveFocusInRows } from "../../ui/row-keyboard.ts";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { AlertCard } from "./alert-card.tsx";
import { type AlertGroup, groupAlerts } from "./alert-groups.ts";
import classes from "./alert-list.module.css";
import { useBrowserNotices } from "./browser-notices.ts";

/** The open alerts of the whole site, grouped by root cause. */
export default function AlertSheet({ onClose }: { onClose: () => void }) {
  const alerts = useQuery(callQuery("alerts", "GET /alerts/open"));
  return (
    <SideSheet title="Alerts" width={640} onClose={onClose}>
      <BrowserNoticeSwitch />
      {alerts.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height={86} radius={8} />)}
      {alerts.isError && alerts.data === undefined && (
        <LoadError
          text={errorText(alerts.error, alertMessages["GET /alerts/open"].failure)}
          onRetry={() => void alerts.refetch()}
        />
      )}
      {alerts.data?.length === 0 && (
        <EmptyState icon={IconBellCheck} title={noAlerts}>
          Nothing needs attention. New alerts appear here automatically.
        </EmptyState>
      )}
      {alerts.data !== undefined && alerts.data.length > 0 && (
        <ul className={classes.list} data-compact onKeyDown={moveFocusInRows}>
          {groupAlerts(alerts.data).map((group) => (
            <Group key={group.root.id} {...group} />
          ))}
        </ul>
      )}
    </SideSheet>
  );
}

/** A root cause, and on demand what it explains. */
function Group({ root, explained }: AlertGroup) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AlertCard alert={root} explains={explained.length} />
      {explained.length > 0 && (
        <li>
          <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {`${isOpen ? "Hide" : "Show"} ${formatCount(explained.length, "alert")} that it explains`}
          </button>
        </li>
      )}
      {isOpen && explained.map((alert: Alert) => <AlertCard key={alert.id} alert={alert} cause={root} isIndented />)}
    </>
  );
}

/** Switches browser notifications of this browser on and off. */
function BrowserNoticeSwitch() {
  const [isOn, setIsOn] = useBrowserNotices();
  const [isDenied, setIsDenied] = useState(false);
  if (!("Notification" in window)) return null;
  const change = async (isWanted: boolean) => {
    const permission = isWanted ? await Notification.requestPermission() : "default";
    setIsDenied(permission === "denied");
    setIsOn(isWanted && permission === "granted");
  };
  return (
    <Switch
      label="Notify me in this browser"
      description="While Gatehouse is open in a tab, for the alerts that a notification rule selects"
      error={isDenied ? "The browser blocks notifications of this site. Allow them in its settings." : undefined}
      checked={isOn}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
