import { notPermitted } from "@gatehouse/contract/permissions";
import { type ReportFormat, reportFormats } from "@gatehouse/contract/reports/report";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useId } from "react";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import classes from "./report.module.css";
import type { ReportQuery } from "./report.queries.ts";

const formats = Object.entries(reportFormats) as [ReportFormat, string][];

interface DownloadMenuProps {
  type: ReportCode;
  query: ReportQuery;
  onStarted: (id: number) => void;
}

/** REP-2, REP-5: starts a report as a file. */
export function DownloadMenu({ type, query, onStarted }: DownloadMenuProps) {
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
