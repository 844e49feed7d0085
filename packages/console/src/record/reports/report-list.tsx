import { Button, Skeleton } from "@mantine/core";
import { IconReportOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./report.module.css";
import { useOfferedReports } from "./report.queries.ts";
import { reportPurposes } from "./report-texts.ts";

/** The enabled reports to choose from. */
export function ReportList() {
  const { reports, error, refetch, isError } = useOfferedReports();
  const canChoose = useMay()("PUT /configs/reports/types");
  return (
    <Card title="Reports">
      {isError && reports === undefined && <LoadFailure text={errorText(error)} onRetry={() => void refetch()} />}
      {reports === undefined && !isError && <Skeleton height={150} radius={6} />}
      {reports?.length === 0 && (
        <EmptyState
          icon={IconReportOff}
          title="No report type is enabled"
          action={
            <Button renderRoot={(props) => <Link to="/reporting" {...props} />}>
              {canChoose ? "Choose report types" : "See the report types"}
            </Button>
          }
        >
          Only the report types that are chosen under Reporting are shown and produced.
        </EmptyState>
      )}
      {reports !== undefined && reports.length > 0 && (
        <ul className={classes.types} aria-label="Reports">
          {reports.map(({ code, title, obstacle }) => (
            <li key={code} data-off={obstacle !== undefined || undefined}>
              {obstacle === undefined ? (
                <Link to="/reports/$type" params={{ type: code }}>
                  {title}
                </Link>
              ) : (
                <span>{title}</span>
              )}
              <p>{obstacle ?? reportPurposes[code]}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
