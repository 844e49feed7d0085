import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import { reportFormats } from "@gatehouse/contract/reports/report";
import type { ReportJob } from "@gatehouse/contract/reports/report-job";
import { reportJobMessages } from "@gatehouse/contract/reports/report-job.messages";
import { reportOf } from "@gatehouse/contract/reports/report-types";
import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconFileDownload } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useDownload } from "../../api/use-download.ts";
import { Card } from "../../ui/card.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatBytes } from "../../ui/format-number.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { askYesNo } from "../../ui/yes-no.ts";
import classes from "./report.module.css";
import { isActive, useReportFile, useReportFiles } from "./report.queries.ts";
import { FileFilters } from "./report-file-filters.tsx";
import { formatPeriod } from "./report-texts.ts";

/** The produced files with their downloads. */
export function ReportFiles() {
  const query = useReportFiles();
  const files = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Card title="Files" purpose="Produced by people and schedules. Each download is recorded.">
      {query.isError && files === undefined && (
        <LoadError
          text={errorText(query.error, reportJobMessages["GET /reports"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton height={120} radius={6} />}
      {files?.length === 0 && (
        <EmptyState icon={IconFileDownload} title="No files yet">
          Open a report and download it, or add a schedule that produces it regularly.
        </EmptyState>
      )}
      {files !== undefined && files.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {files.map((file) => (
            <FileItem key={file.id} file={file} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt={12}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </Card>
  );
}

/** A file that was requested on this page, and is saved as soon as it is ready; nothing once it is deleted. */
export function StartedFile({ id }: { id: number }) {
  const query = useReportFile(id);
  const { mutate } = useDownload("GET /reports/{id}/file");
  const { state, fileName } = query.data ?? {};
  const save = useEffectEvent(() => mutate({ params: { id }, name: fileName ?? `report-${id}` }));
  useEffect(() => {
    if (state === "done") save();
  }, [state]);
  if (query.data === undefined)
    return query.error instanceof ApiError && query.error.status === 404 ? null : <Skeleton height={58} radius={6} />;
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  return <FileItem file={query.data} />;
}

function FileItem({ file }: { file: ReportJob }) {
  const { timeZone } = useSite();
  const period = { choice: "custom", from: new Date(file.from), to: new Date(file.to) } as const;
  return (
    <li className={classes.file}>
      <div className={classes.about}>
        <strong>{`${reportOf(file.type).title}, ${reportFormats[file.format]}`}</strong>
        <span>
          {formatPeriod(period, timeZone)}
          <FileFilters filters={file.filters} />
        </span>
        <span>
          {`By ${file.createdBy}, `}
          <DateTime at={file.createdAt} timeZone={timeZone} />
        </span>
      </div>
      <div className={classes.state}>
        <FileState file={file} timeZone={timeZone} />
      </div>
      <FileActions file={file} />
    </li>
  );
}

function FileState({ file, timeZone }: { file: ReportJob; timeZone: string }) {
  if (file.state === "queued") return <span>Waiting for other reports</span>;
  if (file.state === "running") {
    const percent = `${Math.floor(file.progress * 100)} %`;
    return (
      <>
        <span role="status">{`Being produced: ${percent}`}</span>
        <ProgressBar label="Progress" share={file.progress} />
      </>
    );
  }
  if (file.state === "failed")
    return (
      <span className={classes.bad} role="alert">
        {`Failed. ${asText(file.failure)}`}
      </span>
    );
  const [last] = file.downloads;
  return (
    <>
      <span role="status">
        {[
          ...(file.rowCount === null ? [] : [formatCount(file.rowCount, "row")]),
          ...(file.bytes === null ? [] : [formatBytes(file.bytes)]),
          ...(file.keptUntil === null ? [] : [`kept until ${formatDateTime(new Date(file.keptUntil), timeZone)}`]),
        ].join(", ")}
      </span>
      <span>
        {last === undefined
          ? "Not downloaded yet"
          : `${formatCount(file.downloads.length, "download")}, the last one by ${last.by}, ${formatDateTime(new Date(last.at), timeZone)}`}
      </span>
    </>
  );
}

function FileActions({ file }: { file: ReportJob }) {
  const may = useMay();
  const download = useDownload("GET /reports/{id}/file");
  const remove = useAction("DELETE /reports/{id}", { topics: ["report_jobs"], isQuiet: isActive(file) });
  const name = file.fileName ?? `report-${file.id}`;
  const params = { id: file.id };
  const confirmAndDelete = async () => {
    if (await askYesNo(`Delete the file "${name}"?`)) remove.mutate({ params });
  };
  if (isActive(file))
    return (
      <div className={classes.actions}>
        <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate({ params })}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className={classes.actions}>
      {file.state === "done" && may("GET /reports/{id}/file") && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ params, name })}
        >
          Download
        </Button>
      )}
      <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void confirmAndDelete()}>
        Delete
      </Button>
    </div>
  );
}
