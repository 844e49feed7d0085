import { notPermitted } from "@gatehouse/contract/permissions";
import { type ReportFormat, reportFormats } from "@gatehouse/contract/reports/report";
import { type ReportCode, reportCodes } from "@gatehouse/contract/reports/report-types";
import { Button, Menu, NativeSelect, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown, IconDownload, IconReportOff } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useId, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./report.module.css";
import {
  type OfferedReport,
  type ReportQuery,
  useOfferedReports,
  useReportRows,
  useReportTotals,
} from "./report.queries.ts";
import { StartedFile } from "./report-files.tsx";
import { ReportFilters } from "./report-filters.tsx";
import { useReportParams } from "./report-params.ts";
import { ReportPeriodTools } from "./report-period-tools.tsx";
import { ReportTable } from "./report-table.tsx";
import { reportPurposes } from "./report-texts.ts";
import { ReportTotals } from "./report-totals.tsx";

const formats = Object.entries(reportFormats) as [ReportFormat, string][];

interface DownloadMenuProps {
  type: ReportCode;
  query: ReportQuery;
  onStarted: (id: number) => void;
}

/** Starts a report as a file. */
function DownloadMenu({ type, query, onStarted }: DownloadMenuProps) {
  const canExport = useMay()("GET /reports/{id}/file");
  const reasonId = useId();
  const produce = useAction("POST /reports", {
    topics: ["report_jobs"],
    isQuiet: true,
    onSuccess: ({ id }) => onStarted(id),
  });
  const { from, to, ...filters } = query;
  return (
    <div className={classes.download}>
      <Menu position="bottom-end" disabled={!canExport}>
        <Menu.Target>
          <Button
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            disabled={!canExport}
            aria-describedby={canExport ? undefined : reasonId}
            loading={produce.isPending}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(([format, title]) => (
            <Menu.Item key={format} onClick={() => produce.mutate({ body: { type, format, from, to, filters } })}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {!canExport && <p id={reasonId}>{notPermitted(["export"])}</p>}
    </div>
  );
}

// Loaded when a stay is opened.
const StaySheet = lazyWithRetry(() => import("./stay-sheet.tsx"));

const typingPauseMs = 250;

type Errors = Readonly<Record<string, string | undefined>>;

export function ReportScreen({ type }: { type: string }) {
  const { reports, error, refetch, isError } = useOfferedReports();
  // Periods depend on the time zone.
  const { isLoaded } = useSite();
  if (isError && reports === undefined) return <LoadError text={errorText(error)} onRetry={() => void refetch()} />;
  if (reports === undefined || !isLoaded) return <Skeleton height={400} radius={8} />;
  const report = reports.find(({ code }) => code === type);
  if (report === undefined) return <NotEnabled isKnown={reportCodes.some((code) => code === type)} />;
  return <OfferedScreen key={report.code} report={report} reports={reports} />;
}

function NotEnabled({ isKnown }: { isKnown: boolean }) {
  return (
    <EmptyState
      icon={IconReportOff}
      title={isKnown ? "This report type is not enabled" : "There is no such report type"}
      action={
        <Button variant="default" renderRoot={(props) => <Link to={isKnown ? "/reporting" : "/reports"} {...props} />}>
          {isKnown ? "Choose report types" : "All reports"}
        </Button>
      }
    >
      Only enabled report types are shown and produced.
    </EmptyState>
  );
}

interface OfferedScreenProps {
  report: OfferedReport;
  reports: readonly OfferedReport[];
}

function OfferedScreen({ report, reports }: OfferedScreenProps) {
  const { timeZone } = useSite();
  const type = report.code;
  const { period, now, filters, search, setPeriod, setFilter, clearFilters } = useReportParams(type, timeZone);
  const [started, setStarted] = useState<readonly number[]>([]);
  const navigate = useNavigate();
  const { person = "", ...chosen } = filters;
  // Only typing is debounced: a period or a chosen filter is applied at once.
  const [settledPerson] = useDebouncedValue(person, typingPauseMs);
  const times = { from: period.from.toISOString(), to: period.to.toISOString() };
  const toQuery = (text: string): ReportQuery => ({ ...times, ...chosen, ...(text !== "" && { person: text }) });
  const drawTools = (errors: Errors) => (
    <>
      <ReportPeriodTools period={period} now={now} timeZone={timeZone} errors={errors} onChange={setPeriod} />
      <ReportFilters type={type} filters={filters} errors={errors} onChange={setFilter} onClear={clearFilters} />
      {started.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {started.map((id) => (
            <StartedFile key={id} id={id} />
          ))}
        </ul>
      )}
    </>
  );
  return (
    <>
      <p className={classes.back}>
        <Link to="/reports">All reports, files and schedules</Link>
      </p>
      <div className={classes.top}>
        <NativeSelect
          label="Report"
          description={reportPurposes[type]}
          inputWrapperOrder={["label", "input", "description"]}
          data={reports.map(({ code, title }) => ({ value: code, label: title }))}
          value={type}
          onChange={({ currentTarget }) =>
            void navigate({ to: "/reports/$type", params: { type: currentTarget.value }, search })
          }
        />
        {report.error === undefined && (
          <DownloadMenu type={type} query={toQuery(person)} onStarted={(id) => setStarted((ids) => [id, ...ids])} />
        )}
      </div>
      {report.error !== undefined ? (
        <EmptyState icon={IconReportOff} title="You can't see this report">
          {report.error}
        </EmptyState>
      ) : report.isFileOnly ? (
        <>
          {drawTools({})}
          <Archive reports={reports} />
        </>
      ) : (
        <ShownReport type={type} query={toQuery(settledPerson)} drawTools={drawTools} />
      )}
    </>
  );
}

interface ShownReportProps {
  type: ReportCode;
  query: ReportQuery;
  drawTools: (errors: Errors) => ReactNode;
}

/** The totals, charts and rows; messages of the server about the period or a filter are shown there. */
function ShownReport({ type, query, drawTools }: ShownReportProps) {
  const rows = useReportRows(type, query);
  const totals = useReportTotals(type, query);
  const stay = useOpenRecord("stays");
  const { from: _, to: __, ...filters } = query;
  const errors = rows.error instanceof ApiError ? rows.error.errors : [];
  return (
    <>
      {drawTools(Object.fromEntries(errors.map(({ path, message }) => [path, message])))}
      {errors.length === 0 && (
        <>
          <ReportTotals totals={totals} />
          <ReportTable
            type={type}
            rows={rows}
            count={totals.data?.count}
            isFiltered={Object.keys(filters).length > 0}
          />
        </>
      )}
      {stay.id !== undefined && (
        <Suspense>
          <StaySheet id={stay.id} onClose={stay.close} />
        </Suspense>
      )}
    </>
  );
}

/** The contents of a report that is only a file. */
function Archive({ reports }: { reports: readonly OfferedReport[] }) {
  const contents = reports.filter(({ isFileOnly, error }) => !isFileOnly && error === undefined);
  return (
    <Card title="Contents" purpose="This report is not shown on screen. Choose a period and download it as a file.">
      {contents.length === 0 ? (
        <p>No other report type is enabled, so the archive would be empty.</p>
      ) : (
        <ul className={classes.contents}>
          {contents.map(({ code, title }) => (
            <li key={code}>
              <Link to="/reports/$type" params={{ type: code }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
