import { notPermitted } from "@gatehouse/contract/permissions";
import { IconReportOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMay } from "../../api/permissions.ts";
import { BusyHours } from "../../entities/overview/busy-hours.tsx";
import { ReportFiles } from "../../entities/report/report-files.tsx";
import { ReportList } from "../../entities/report/report-list.tsx";
import { ReportScheduleCard } from "../../entities/report/report-schedule-card.tsx";
import { ReportScreen } from "../../entities/report/report-screen.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

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
