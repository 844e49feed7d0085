import type { Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { Button, Skeleton } from "@mantine/core";
import { IconDashboard } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./gauge-tile.module.css";
import { GaugeTile } from "./gauge-tile.tsx";

const variablesPath = "/access-control/rfidos/variables";
const dayRefreshMs = 60_000;

const variablesQuery = callQuery("variables", "GET /variables", { query: { scope: "rfid-ac" } });

/** The values of today. Refetched at an interval and not at every change: only the current values are live. */
const dayQuery = (mapped: readonly Variable[]) =>
  queryOptions({
    queryKey: ["dashboard day", ...mapped.map(({ id }) => id)] as const,
    queryFn: ({ signal }) => call("GET /variables/dashboard", { signal }),
    refetchInterval: dayRefreshMs,
    placeholderData: keepPreviousData,
    enabled: mapped.length > 0,
  });

/** Gauges of the variables that are mapped to the dashboard. */
export function DashboardCard() {
  const query = useQuery(variablesQuery);
  const mapped = (query.data ?? []).filter(({ displayName }) => displayName !== null).toSorted(byDisplayName);
  const day = useQuery(dayQuery(mapped));
  return (
    <Card title="Dashboard" purpose="Mapped RFID variables, now and over the day">
      {query.isPending && (
        <div className={classes.gauges}>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={200} radius={8} />
          ))}
        </div>
      )}
      {query.isError && query.data === undefined && (
        <LoadFailure
          text={errorText(query.error, variableMessages["GET /variables"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {day.isError && day.data === undefined && (
        <LoadFailure
          text={errorText(day.error, variableMessages["GET /variables/dashboard"].failure)}
          onRetry={() => void day.refetch()}
        />
      )}
      {query.data !== undefined && mapped.length === 0 && (
        <EmptyState
          icon={IconDashboard}
          title="No variable is mapped to the dashboard"
          action={
            <Button variant="default" renderRoot={(props) => <Link to={variablesPath} {...props} />}>
              Map a variable
            </Button>
          }
        >
          A mapped variable appears here as a gauge with its name and maximum.
        </EmptyState>
      )}
      {mapped.length > 0 && (
        <ul className={classes.gauges}>
          {mapped.map((variable) => (
            <GaugeTile key={variable.id} variable={variable} day={day.data} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const byDisplayName = (one: Variable, other: Variable) =>
  (one.displayName ?? "").localeCompare(other.displayName ?? "") || one.id - other.id;
