import { notPermitted } from "@gatehouse/contract/permissions";
import { IconReportOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMay } from "../../api/permissions.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { BusyHours } from "../overview/busy-hours.tsx";
import { ReportFiles } from "./report-files.tsx";
import { ReportList } from "./report-list.tsx";
import { ReportScheduleCard } from "./report-schedule-card.tsx";
import { ReportScreen } from "./report-screen.tsx";

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
