import { reports } from "@gatehouse/contract/reports/report-types";
import { useQuery } from "@tanstack/react-query";
import { CodeSelectionCard } from "../../forms/code-selection-card.tsx";
import { moduleActivationQuery } from "../../house/module-activation.queries.ts";
import { Page } from "../../ui/page.tsx";
import { DashboardCard } from "../variables/dashboard-card.tsx";

/** Gauges of mapped variables, and report types. */
export default function ReportingPage() {
  // The variables of an inactive module do not change.
  const hasRfid = useQuery(moduleActivationQuery).data?.RFID_ACCESS_CONTROL === true;
  return (
    <Page>
      {hasRfid && <DashboardCard />}
      <ReportTypesCard />
    </Page>
  );
}

const choices = reports.map(({ code, title }) => ({ value: code, label: title }));

/** Selects the enabled reports. */
function ReportTypesCard() {
  return (
    <CodeSelectionCard
      title="Report Types"
      purpose="Select the reports that this site uses."
      placeholder="Choose report types"
      choices={choices}
      member="reportTypes"
    />
  );
}
