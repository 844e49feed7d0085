import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertMessages, noAlerts } from "@gatehouse/contract/entities/alert.messages";
import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import { Button, Skeleton } from "@mantine/core";
import { IconBellCheck, IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { HeldRows } from "../../ui/held-rows.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager, paginate } from "../../ui/pager.tsx";
import { moveFocusInRows } from "../../ui/row-keyboard.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { useListParams } from "../../ui/use-list-params.ts";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { AlertCard } from "./alert-card.tsx";
import { placeByCause } from "./alert-groups.ts";
import classes from "./alert-list.module.css";

const pageSize = 20;

const alertsQuery = (scope: AlertScope, resolved: boolean) =>
  callQuery("alerts", "GET /alerts", { query: { scope, resolved } });

/** The alerts of a scope, newest first; those that another one explains follow it. */
export default function AlertsPage({ scope, purpose }: { scope: AlertScope; purpose: string }) {
  useReadOnly("POST /alerts/{id}/resolve");
  const [resolved, setResolved] = useStoredChoice("alerts.show-resolved", false);
  const alerts = useQuery(alertsQuery(scope, resolved));
  const params = useListParams();
  const held = useHeldRows(alerts.data ?? []);
  const shown = paginate(placeByCause(held.rows.filter((alert) => isFound(alert, params.text))), params.page, pageSize);
  const Eye = resolved ? IconEyeOff : IconEye;
  return (
    <Page
      purpose={purpose}
      tools={
        <>
          <SearchBox label="Search alerts" value={params.text} onSearch={params.search} />
          <Button
            variant="default"
            size="xs"
            aria-pressed={resolved}
            leftSection={<Eye size={14} aria-hidden />}
            onClick={() => setResolved(!resolved)}
          >
            {resolved ? "Hide Resolved" : "Show Resolved"}
          </Button>
        </>
      }
    >
      {alerts.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height={86} radius={8} />)}
      {alerts.isError && alerts.data === undefined && (
        <LoadError
          text={errorText(alerts.error, alertMessages["GET /alerts"].failure)}
          onRetry={() => void alerts.refetch()}
        />
      )}
      {alerts.data !== undefined && shown.rows.length === 0 && (
        <EmptyState icon={IconBellCheck} title={noAlerts}>
          {params.text === ""
            ? "Nothing needs attention. New alerts appear here automatically."
            : "No alert matches the search."}
        </EmptyState>
      )}
      <HeldRows held={held}>
        <ul className={classes.list} onKeyDown={moveFocusInRows}>
          {shown.rows.map((alert) => (
            <AlertCard
              key={alert.id}
              alert={alert}
              cause={held.rows.find(({ id }) => id === alert.causeId)}
              explains={held.rows.filter(({ causeId }) => causeId === alert.id).length}
              isIndented={shown.rows.some(({ id }) => id === alert.causeId)}
            />
          ))}
        </ul>
      </HeldRows>
      {shown.total > 1 && <Pager page={shown.page} total={shown.total} onTurn={params.turnTo} />}
    </Page>
  );
}

const isFound = ({ title, description }: Alert, text: string) =>
  `${title} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
