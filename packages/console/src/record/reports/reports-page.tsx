import { notPermitted } from "@gatehouse/contract/permissions";
import { Button, Skeleton } from "@mantine/core";
import { IconReportOff } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { ResourceCard } from "../../forms/resource-card.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { BusyHours } from "../overview/busy-hours.tsx";
import classes from "./report.module.css";
import { useOfferedReports } from "./report.queries.ts";
import { ReportFiles } from "./report-files.tsx";
import { reportSchedules } from "./report-schedule.resource.tsx";
import { ReportScreen } from "./report-screen.tsx";
import { reportPurposes } from "./report-texts.ts";

/** The reports to choose from with files and schedules, or one report. */
export default function ReportsPage() {
  const { type } = useParams({ strict: false });
  const may = useMay();
  if (!may("reports"))
    return (
      <Page>
        <EmptyState icon={IconReportOff} title="You can't see reports">
          {notPermitted(["reports"])}
        </EmptyState>
      </Page>
    );
  if (type !== undefined)
    return (
      <Page>
        <ReportScreen type={type} />
      </Page>
    );
  return (
    <Page purpose="What happened in a period: on screen with totals, or as a file.">
      <ReportList />
      <BusyHours />
      <ReportFiles />
      {may("GET /report-schedules") && <ReportScheduleCard />}
    </Page>
  );
}

function ReportScheduleCard() {
  const { timeZone } = useSite();
  const { reports } = useOfferedReports();
  const readable = reports?.flatMap(({ code, error }) => (error === undefined ? [code] : []));
  return (
    <ResourceCard
      title="Report schedules"
      purpose={`Times are in the site's zone, ${timeZone}. A run that was missed is made up once.`}
      resource={reportSchedules(readable)}
    />
  );
}

/** The enabled reports to choose from. */
function ReportList() {
  const { reports, error, refetch, isError } = useOfferedReports();
  const canChoose = useMay()("PUT /configs/reports/types");
  return (
    <Card title="Reports">
      {isError && reports === undefined && <LoadError text={errorText(error)} onRetry={() => void refetch()} />}
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
          {reports.map(({ code, title, error: obstacle }) => (
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
